// JSON-RPC between this page and an app: requests both ways, and notices, which wait until the app says that it is there.
const REFUSED = -32000;
const NOT_FOUND = -32002;
const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const BAD_PARAMETERS = -32602;
const INTERNAL = -32603;

// Of several such notices that wait, the last says it all.
const SUPERSEDED = new Set(["ui/notifications/tool-input-partial", "ui/notifications/host-context-changed"]);

class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

class AppBridge {
  constructor(run, post) {
    Object.assign(this, { run, post, isOpen: false, queue: [], asked: new Map(), answering: new Map(), lastId: 0 });
  }

  // `kind` is "request", "notification" or "response".
  receive(kind, message) {
    if (kind === "response") this.settle(message);
    else if (kind === "notification") takeNotice(this.run, message.method, message.params ?? {});
    else this.answer(message);
  }

  async answer({ id, method, params = {} }) {
    const controller = new AbortController();
    const reply = (outcome) => !controller.signal.aborted && this.send({ jsonrpc: "2.0", id, ...outcome }, method);
    if (this.answering.size >= APP_SETTINGS.queuedMessages) return reply({ error: { code: REFUSED, message: "Too many requests at once." } });
    this.answering.set(id, controller);
    try {
      reply({ result: await answerRequest(this.run, method, params, AbortSignal.any([controller.signal, this.run.life.signal])) });
    } catch (problem) {
      reply({ error: { code: problem.code ?? INTERNAL, message: problem.message } });
    } finally {
      this.answering.delete(id);
    }
    return undefined;
  }

  // The app no longer wants to know.
  cancel(id) {
    this.answering.get(id)?.abort();
  }

  // Asks the app. It may answer with an error, late, or not at all.
  ask(method, params, seconds) {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.asked.delete(id) && reject(new Error(`The app did not answer ${method} within ${counted(seconds, "second")}.`)), seconds * 1000);
      this.asked.set(id, { resolve, reject, timer, method });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  settle({ id, result, error }) {
    const { resolve, reject, timer } = this.asked.get(id) ?? {};
    if (!resolve) return this.run.note("warning", `The app answered a question that was not asked, or too late: id ${clipped(inWords(id), 60)}.`);
    clearTimeout(timer);
    this.asked.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(clipped(inWords(error?.message ?? error), 500)));
    return undefined;
  }

  notify(method, params) {
    if (this.isOpen) return this.send({ jsonrpc: "2.0", method: this.run.isDraft ? draftNameOf(method) : method, params });
    const waiting = SUPERSEDED.has(method) && this.queue.find((notice) => notice.method === method);
    if (waiting) waiting.params = { ...waiting.params, ...params };
    else if (this.queue.length < APP_SETTINGS.queuedMessages) this.queue.push({ method, params });
    else this.run.note("refused", "The app was told too much before it was there: something was left out.");
    return undefined;
  }

  open() {
    this.isOpen = true;
    for (const { method, params } of this.queue.splice(0)) this.notify(method, params);
  }

  // Nothing more goes to a frame that is no longer there.
  send(message, answered) {
    if (this.run.bridge !== this) return;
    this.run.recordMessage("out", "apps", answered ?? message.method, message);
    if (!this.post(message)) this.run.note("refused", "The app does not take its messages in time: some were dropped.");
  }
}
