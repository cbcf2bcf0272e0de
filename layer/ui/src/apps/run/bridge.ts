// JSON-RPC between this page and an app.

import { draftNameOf } from "../host/draft-names";
import { handleNotification, handleRequest } from "../host/requests";
import { type PlainObject, asText, isObject, memberAt } from "../../json/plain";
import type { MessageKind } from "../messages/check";
import { INTERNAL, REFUSED, RpcError } from "../messages/rpc-error";
import type { AppConnection, HostedApp } from "../model/hosted-app";
import { settings } from "../../settings";
import { messageOf } from "../../text/error";
import { clipped } from "../../text/printable";
import { counted } from "../../text/units";

// A request to the app that has no response yet.
interface OutgoingRequest {
  readonly method: string;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: Error) => void;
}

export class AppBridge implements AppConnection {
  isOpen = false;
  readonly #outgoing = new Map<unknown, OutgoingRequest>();
  readonly #incoming = new Map<unknown, AbortController>();
  #lastId = 0;

  constructor(
    private readonly app: HostedApp,
    // Returns whether the message was queued.
    private readonly post: (message: unknown) => boolean,
  ) {}

  receive(kind: MessageKind, message: PlainObject): void {
    const { id, method, params } = message;
    if (kind === "response") this.#settle(message);
    else if (kind === "notification") handleNotification(this.app, asText(method), paramsOf(params));
    else void this.#respond(id, asText(method), paramsOf(params));
  }

  async #respond(id: unknown, method: string, params: PlainObject): Promise<void> {
    const controller = new AbortController();
    const reply = (body: PlainObject) => {
      if (!controller.signal.aborted) this.#send({ jsonrpc: "2.0", id, ...body }, method);
    };
    // An id that is used again would hide the request that has it.
    if (this.#incoming.size >= settings.apps.queuedMessages || this.#incoming.has(id)) {
      return reply({ error: { code: REFUSED, message: "Too many requests, or a used id." } });
    }
    this.#incoming.set(id, controller);
    try {
      const signal = AbortSignal.any([controller.signal, this.app.life.signal]);
      reply({ result: await handleRequest(this.app, method, params, signal) });
    } catch (problem) {
      const code = problem instanceof RpcError ? problem.code : INTERNAL;
      reply({ error: { code, message: messageOf(problem) } });
    } finally {
      this.#incoming.delete(id);
    }
  }

  /** Called when the app cancels its request. */
  cancel(id: unknown): void {
    this.#incoming.get(id)?.abort();
  }

  methodOf(id: unknown): string | undefined {
    return this.#outgoing.get(id)?.method;
  }

  /** Sends a request to the app, which may respond with an error, too late, or not at all. */
  request(method: string, params: PlainObject, seconds: number): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const expire = () => {
        const late = `The app did not respond to ${method} within ${counted(seconds, "second")}.`;
        if (this.#outgoing.delete(id)) reject(new Error(late));
      };
      this.#outgoing.set(id, { resolve, reject, timer: setTimeout(expire, seconds * 1000), method });
      this.#send({ jsonrpc: "2.0", id, method, params }, method);
    });
  }

  #settle({ id, result, error }: PlainObject): void {
    const request = this.#outgoing.get(id);
    if (!request) {
      const shown = clipped(asText(id), 60);
      return this.app.note("warning", `The app responded to an unknown or expired request: id ${shown}.`);
    }
    clearTimeout(request.timer);
    this.#outgoing.delete(id);
    if (error === undefined) request.resolve(result);
    else request.reject(new Error(clipped(asText(memberAt(error, "message") ?? error), 500)));
  }

  notify(method: string, params: PlainObject): void {
    if (!this.isOpen) return;
    const name = this.app.isDraft ? draftNameOf(method) : method;
    this.#send({ jsonrpc: "2.0", method: name, params }, name);
  }

  // A bridge that has been replaced sends nothing more to its frame.
  #send(message: PlainObject, method: string): void {
    if (this.app.bridge !== this) return;
    this.app.recordMessage({ direction: "out", dialect: "apps", method, message });
    if (!this.post(message)) {
      this.app.note("refused", "The app is too slow; some messages were dropped.");
    }
  }
}

function paramsOf(params: unknown): PlainObject {
  return isObject(params) ? params : {};
}
