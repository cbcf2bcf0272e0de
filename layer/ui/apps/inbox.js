// Receives the messages of an app: measures, logs and dispatches them by dialect. The work is bounded by the size limit of one message
// and by the rate limit.
const LARGE_MESSAGES_PER_SECOND = 4;

// Limits the messages and bytes per second, and reports the number of dropped messages.
class RateLimiter {
  constructor(onDropped) {
    Object.assign(this, { onDropped, since: -Infinity, count: 0, bytes: 0, dropped: 0 });
  }

  // Returns the measured size of a message, or undefined if it exceeds the rate limit.
  admit(message) {
    const { messagesPerSecond, messageBytes } = APP_SETTINGS;
    const now = performance.now();
    if (now - this.since >= 1000) Object.assign(this, { since: now, count: 0, bytes: 0 });
    if (this.count >= messagesPerSecond || this.bytes >= LARGE_MESSAGES_PER_SECOND * messageBytes) {
      if (this.dropped === 0) setTimeout(() => this.report(), 1000);
      this.dropped += 1;
      return undefined;
    }
    const measured = measureMessage(message, messageBytes);
    this.count += 1;
    this.bytes += measured.bytes;
    return measured;
  }

  report() {
    this.onDropped(this.dropped);
    this.dropped = 0;
  }
}

function noteDropped(run, count) {
  run.record({ direction: "note", problem: `Dropped ${counted(count, "message")}: too many at once, or from a document that is gone.` });
  run.note("refused", "The app exceeds the message rate limit; some messages were dropped.");
}

// A message is processed only once the app's document is known to be alive, so that no other document can have sent it.
function receiveMessage(run, message) {
  const measured = run.limiter.admit(message);
  if (!measured) return refuseMessage(run, message, REFUSED, "Too many messages per second.");
  // A sandbox report may be the last message of its document, so it is processed at once. It can affect nothing but the app itself.
  if (isReport(message)) return dispatchMessage(run, message, measured);
  const isQueued = run.frame.lifeline.afterEcho(() => dispatchMessage(run, message, measured));
  return isQueued ? undefined : noteDropped(run, 1);
}

function isReport(message) {
  return message?.method === "ui/notifications/sandbox-report";
}

function dispatchMessage(run, message, measured) {
  const dialect = message?.jsonrpc === "2.0" ? "apps" : isObject(message) && isLegacy(message) ? "legacy" : "";
  const { kind, problem = measured.problem } = dialect === "apps" ? kindOfMessage(message) : { problem: dialect ? undefined : "The message is neither JSON-RPC 2.0 nor an MCP-UI message." };
  const method = kind === "response" ? run.bridge.outgoing.get(message.id)?.method : (message?.method ?? message?.type);
  run.recordMessage("in", isReport(message) ? "" : dialect, method, message, measured.bytes, problem);
  if (problem) {
    run.note("refused", `A message was refused. ${problem}`);
    return refuseMessage(run, message, kind === "request" ? BAD_PARAMETERS : INVALID_REQUEST, problem);
  }
  if (dialect === "legacy" && run.state === "waiting") run.setState("ready");
  return dialect === "legacy" ? handleLegacy(run, message) : run.bridge.receive(kind, message);
}

// Only requests receive an error response.
function refuseMessage(run, message, code, text) {
  const { method, id } = message ?? {};
  if (message?.jsonrpc === "2.0" && method !== undefined && ["number", "string"].includes(typeof id)) run.frame.post({ jsonrpc: "2.0", id, error: { code, message: text } });
}
