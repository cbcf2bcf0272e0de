// JSON-RPC between this page and an app. Notifications to the app are queued until it has initialised.
const REFUSED = -32000;
const NOT_FOUND = -32002;
const INVALID_REQUEST = -32600;
const UNKNOWN_METHOD = -32601;
const BAD_PARAMETERS = -32602;
const INTERNAL = -32603;

// Among queued notifications of these methods, the latest replaces the earlier ones.
const SUPERSEDED = new Set(["ui/notifications/tool-input-partial", "ui/notifications/host-context-changed"]);

class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

class AppBridge {
  constructor(run, post) {
    Object.assign(this, { run, post, isOpen: false, queue: [], outgoing: new Map(), incoming: new Map(), lastId: 0 });
  }

  // `kind` is "request", "notification" or "response".
  receive(kind, message) {
    if (kind === "response") this.settle(message);
    else if (kind === "notification") handleNotification(this.run, message.method, message.params ?? {});
    else this.respond(message);
  }

  async respond({ id, method, params = {} }) {
    const controller = new AbortController();
    const reply = (body) => !controller.signal.aborted && this.send({ jsonrpc: "2.0", id, ...body }, method);
    if (this.incoming.size >= APP_SETTINGS.queuedMessages) return reply({ error: { code: REFUSED, message: "Too many requests at once." } });
    this.incoming.set(id, controller);
    try {
      reply({ result: await handleRequest(this.run, method, params, AbortSignal.any([controller.signal, this.run.life.signal])) });
    } catch (problem) {
      reply({ error: { code: problem.code ?? INTERNAL, message: problem.message } });
    } finally {
      this.incoming.delete(id);
    }
    return undefined;
  }

  // The app cancelled its request.
  cancel(id) {
    this.incoming.get(id)?.abort();
  }

  // Sends a request to the app, which may respond with an error, too late, or not at all.
  request(method, params, seconds) {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.outgoing.delete(id) && reject(new Error(`The app did not respond to ${method} within ${counted(seconds, "second")}.`)), seconds * 1000);
      this.outgoing.set(id, { resolve, reject, timer, method });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  settle({ id, result, error }) {
    const { resolve, reject, timer } = this.outgoing.get(id) ?? {};
    if (!resolve) return this.run.note("warning", `The app responded to an unknown or expired request: id ${clipped(asText(id), 60)}.`);
    clearTimeout(timer);
    this.outgoing.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(clipped(asText(error?.message ?? error), 500)));
    return undefined;
  }

  notify(method, params) {
    if (this.isOpen) return this.send({ jsonrpc: "2.0", method: this.run.isDraft ? draftNameOf(method) : method, params });
    const queued = SUPERSEDED.has(method) && this.queue.find((other) => other.method === method);
    if (queued) queued.params = { ...queued.params, ...params };
    else if (this.queue.length < APP_SETTINGS.queuedMessages) this.queue.push({ method, params });
    else this.run.note("refused", "Too many notifications were queued before the app initialised; some were dropped.");
    return undefined;
  }

  open() {
    this.isOpen = true;
    for (const { method, params } of this.queue.splice(0)) this.notify(method, params);
  }

  // A bridge that has been replaced sends nothing more to its frame.
  send(message, method = message.method) {
    if (this.run.bridge !== this) return;
    this.run.recordMessage("out", "apps", method, message);
    if (!this.post(message)) this.run.note("refused", "The app processes its messages too slowly; some were dropped.");
  }
}
