// The dialect of MCP-UI that preceded MCP Apps: typed messages, whose answers have the id of the message.

import { type PlainObject, isObject } from "../src/json/plain";
import type { Connection, Dialect } from "./dialect";
import { Pending } from "./pending";

export class OlderDialect implements Dialect {
  readonly #pending = new Pending();

  constructor(private readonly connection: Connection) {}

  start(): void {
    this.connection.post({ type: "ui-lifecycle-iframe-ready" });
  }

  receive({ type, messageId, payload }: PlainObject): boolean {
    if (type === "ui-lifecycle-iframe-render-data") this.#takeData(payload);
    else if (type === "ui-message-response") this.#takeResponse(messageId, payload);
    else return type === "ui-message-received";
    return true;
  }

  #takeData(payload: unknown): void {
    const { store } = this.connection;
    this.connection.hasRenderData = true;
    if (isObject(payload)) store.set({ data: payload["renderData"] ?? null, error: null, isLoading: false });
    else store.fail("The host sent malformed render data.");
  }

  // Some hosts put the id into the payload.
  #takeResponse(messageId: unknown, payload: unknown): void {
    const { response, error, messageId: inner } = isObject(payload) ? payload : {};
    this.#pending.settle(messageId ?? inner, response, error);
  }

  #act(type: string, payload: PlainObject): Promise<unknown> {
    return this.#pending.add((id) => this.connection.post({ type, messageId: id, payload }));
  }

  // Not every host sends the data again that the call has changed.
  async tool(toolName: string, params: PlainObject): Promise<unknown> {
    const result = await this.#act("tool", { toolName, params });
    this.connection.post({ type: "ui-request-render-data" });
    return result;
  }

  request(requestType: string, params: PlainObject): Promise<unknown> {
    return this.#act("ui-request-data", { requestType, params });
  }

  link(url: string): Promise<unknown> {
    return this.#act("link", { url });
  }

  prompt(prompt: string): Promise<unknown> {
    return this.#act("prompt", { prompt });
  }

  intent(intent: string, params: PlainObject): Promise<unknown> {
    return this.#act("intent", { intent, params });
  }

  notify(message: string): Promise<unknown> {
    return this.#act("notify", { message });
  }

  size(width: number, height: number): void {
    this.connection.post({ type: "ui-size-change", payload: { width, height } });
  }
}
