// Receives the messages of an app: measures, checks and logs them, and dispatches them by dialect. The work is bounded
// by the size limit of one message and by the rate limit.

import { isObject, memberAt } from "../../json/plain";
import { handleLegacy, isLegacy } from "../legacy/messages";
import { type CheckedKind, type Measured, kindOfMessage } from "../messages/check";
import { RateLimiter } from "../messages/rate-limiter";
import { BAD_PARAMETERS, INVALID_REQUEST, REFUSED } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import type { Dialect } from "../model/record";
import { settings } from "../../settings";
import { counted } from "../../text/units";

export class Inbox {
  readonly #limiter = new RateLimiter(settings.apps, (count) => this.#noteDropped(count));

  constructor(private readonly app: HostedApp) {}

  #noteDropped(count: number): void {
    const problem = `Dropped ${counted(count, "message")}: too many at once, or from a document that is gone.`;
    this.app.record({ direction: "note", problem });
    this.app.note("refused", "The app exceeds the message rate limit; some messages were dropped.");
  }

  /**
   * A message is processed only once the app's document is known to be alive, so that no other document can have sent
   * it.
   */
  receive(message: unknown): void {
    const measured = this.#limiter.admit(message);
    if (!measured) return this.#refuse(message, REFUSED, "Too many messages per second.");
    // A sandbox report may be the last message of its document, so it is processed at once. It can affect nothing but
    // the app itself.
    if (isReport(message)) return this.#dispatch(message, measured);
    const isQueued = this.app.frame?.lifeline.afterEcho(() => this.#dispatch(message, measured));
    return isQueued ? undefined : this.#noteDropped(1);
  }

  #dispatch(message: unknown, { bytes, problem: excess }: Measured): void {
    const { app } = this;
    const { dialect, kind, problem = excess } = checked(message);
    const method =
      kind === "response"
        ? app.bridge?.methodOf(memberAt(message, "id"))
        : (memberAt(message, "method") ?? memberAt(message, "type"));
    const shownDialect = isReport(message) ? "" : dialect;
    app.recordMessage({ direction: "in", dialect: shownDialect, method, message, bytes, problem });
    if (problem) {
      app.note("refused", `A message was refused. ${problem}`);
      return this.#refuse(message, kind === "request" ? BAD_PARAMETERS : INVALID_REQUEST, problem);
    }
    if (!isObject(message)) return undefined;
    if (dialect === "legacy") {
      if (app.phase === "waiting") app.setPhase("ready");
      return handleLegacy(app, message);
    }
    return kind && app.bridge?.receive(kind, message);
  }

  // Only requests receive an error response.
  #refuse(message: unknown, code: number, text: string): void {
    const { jsonrpc, method, id } = isObject(message) ? message : {};
    if (jsonrpc !== "2.0" || method === undefined || !["number", "string"].includes(typeof id)) return;
    this.app.frame?.post({ jsonrpc: "2.0", id, error: { code, message: text } });
  }
}

interface CheckedMessage extends CheckedKind {
  readonly dialect: Dialect;
}

function checked(message: unknown): CheckedMessage {
  if (isObject(message) && message["jsonrpc"] === "2.0") return { dialect: "apps", ...kindOfMessage(message) };
  if (isObject(message) && isLegacy(message)) return { dialect: "legacy" };
  return { dialect: "", problem: "The message is neither JSON-RPC 2.0 nor an MCP-UI message." };
}

function isReport(message: unknown): boolean {
  return memberAt(message, "method") === "ui/notifications/sandbox-report";
}
