// Takes what an app sends: weighed before anything is done with it, logged, and passed on in the dialect it is in. The work on one
// message is bounded by what a message may weigh, that of a second by what may come in a second.
const LARGE_MESSAGES_PER_SECOND = 4;

// Lets through what a second may bring, and tells how much it kept back.
class MessageGate {
  constructor(onDropped) {
    Object.assign(this, { onDropped, since: -Infinity, count: 0, bytes: 0, dropped: 0 });
  }

  // The weight of a message, or undefined when it is too much.
  admit(message) {
    const { messagesPerSecond, messageBytes } = APP_SETTINGS;
    const now = performance.now();
    if (now - this.since >= 1000) Object.assign(this, { since: now, count: 0, bytes: 0 });
    if (this.count >= messagesPerSecond || this.bytes >= LARGE_MESSAGES_PER_SECOND * messageBytes) {
      if (this.dropped === 0) setTimeout(() => this.tell(), 1000);
      this.dropped += 1;
      return undefined;
    }
    const weight = weighMessage(message, messageBytes);
    this.count += 1;
    this.bytes += weight.bytes;
    return weight;
  }

  tell() {
    this.onDropped(this.dropped);
    this.dropped = 0;
  }
}

function noteDropped(run, count) {
  run.record({ direction: "note", problem: `${counted(count, "message")} came too fast, and were dropped.` });
  run.note("refused", "The app sends messages faster than they are taken: some were dropped.");
}

// Nothing is done before it is certain that the app's own document is there to have sent the message.
function receiveMessage(run, message) {
  const weight = run.gate.admit(message);
  if (!weight) return refuseMessage(run, message, REFUSED, "Too many messages in a second.");
  // A report of the sandbox may be the last thing that its document says. Nothing is done upon it that an app could not do to itself.
  if (isReport(message)) return dispatchMessage(run, message, weight);
  const taken = run.frame.lifeline.after(() => dispatchMessage(run, message, weight));
  return taken ? undefined : noteDropped(run, 1);
}

function isReport(message) {
  return message?.method === "ui/notifications/sandbox-report";
}

function dispatchMessage(run, message, weight) {
  const dialect = message?.jsonrpc === "2.0" ? "apps" : isObject(message) && isLegacy(message) ? "legacy" : "";
  const { kind, problem = weight.problem } = dialect === "apps" ? kindOfMessage(message) : { problem: dialect ? undefined : "The message is neither JSON-RPC 2.0 nor one of MCP-UI." };
  const method = kind === "response" ? run.bridge.asked.get(message.id)?.method : (message?.method ?? message?.type);
  run.recordMessage("in", isReport(message) ? "" : dialect, method, message, weight.bytes, problem);
  if (problem) {
    run.note("refused", `A message was refused. ${problem}`);
    return refuseMessage(run, message, kind === "request" ? BAD_PARAMETERS : INVALID_REQUEST, problem);
  }
  if (dialect === "legacy" && run.state === "waiting") run.setState("ready");
  return dialect === "legacy" ? takeLegacy(run, message) : run.bridge.receive(kind, message);
}

// Only who waits for an answer gets one.
function refuseMessage(run, message, code, text) {
  const { method, id } = message ?? {};
  if (message?.jsonrpc === "2.0" && method !== undefined && ["number", "string"].includes(typeof id)) run.frame.post({ jsonrpc: "2.0", id, error: { code, message: text } });
}
