// MCP Apps: JSON-RPC with the host.

import { type PlainObject, isObject } from "../src/json/plain";
import { messageOf } from "../src/text/error";
import { adapt } from "./appearance";
import type { Connection, Dialect } from "./dialect";
import { Pending } from "./pending";
import { stateOfResult } from "./results";

const UNKNOWN_METHOD = -32601;

export class McpApps implements Dialect {
  readonly #pending = new Pending();
  #ownTool: unknown;
  // Counts the inputs of the host and the UI's calls of its own tool, of which only the latest may change the data.
  #lastCall = 0;
  #hostsCall = 0;

  constructor(private readonly connection: Connection) {}

  start(): void {
    const { document } = this.connection.window;
    const appInfo = { name: document.title || "ui", version: "1.0.0" };
    const params = { protocolVersion: "2026-01-26", appInfo, appCapabilities: {} };
    this.request("ui/initialize", params).then(
      (result) => this.#onInitialized(result),
      (problem: unknown) => this.#fail(messageOf(problem)),
    );
  }

  #onInitialized(result: unknown): void {
    const { hostContext } = isObject(result) ? result : {};
    if (!isObject(result)) this.#fail("The host sent a malformed answer to ui/initialize.");
    if (isObject(hostContext)) this.#adapt(hostContext);
    this.#send({ method: "ui/notifications/initialized" });
  }

  receive({ jsonrpc, id, method, params = {}, result, error }: PlainObject): boolean {
    if (jsonrpc !== "2.0") return false;
    if (typeof method !== "string") return this.#pending.settle(id, result, error);
    if (id !== undefined) this.#answer(id, method);
    else if (isObject(params)) this.#take(method, params);
    else this.#fail(`The host sent a malformed message: ${method}.`);
    return true;
  }

  #answer(id: unknown, method: string): void {
    if (method === "ping" || method === "ui/resource-teardown") this.#send({ id, result: {} });
    else this.#send({ id, error: { code: UNKNOWN_METHOD, message: `There is no method ${method}.` } });
  }

  #take(method: string, params: PlainObject): void {
    const { reason } = params;
    if (method === "ui/notifications/host-context-changed") return this.#adapt(params);
    if (this.connection.hasRenderData) return;
    switch (method) {
      case "ui/notifications/tool-input-partial":
        return this.#takeInput(params);
      case "ui/notifications/tool-input":
        this.#hostsCall = this.#lastCall += 1;
        this.connection.store.set({ data: null, result: null, error: null, isLoading: true });
        return this.#takeInput(params);
      case "ui/notifications/tool-result":
        return this.#takeResult(params, this.#hostsCall);
      case "ui/notifications/tool-cancelled":
        return this.#fail(typeof reason === "string" && reason ? `Cancelled: ${reason}` : "The call was cancelled.");
    }
  }

  #takeInput({ arguments: input = {} }: PlainObject): void {
    if (isObject(input)) this.connection.store.set({ input });
    else this.#fail("The host sent arguments that are not an object.");
  }

  #takeResult(result: unknown, call: number): void {
    if (call !== this.#lastCall) return;
    if (isObject(result)) this.connection.store.set(stateOfResult(result));
    else this.#fail("The host sent a malformed result.");
  }

  #adapt(context: PlainObject): void {
    const { toolInfo } = context;
    if (isObject(toolInfo) && isObject(toolInfo["tool"])) this.#ownTool = toolInfo["tool"]["name"];
    adapt(this.connection, context);
  }

  // The result of a call of the UI's own tool changes the state, too.
  async tool(name: string, args: PlainObject): Promise<unknown> {
    const params = { name, arguments: args };
    if (name !== this.#ownTool || this.connection.hasRenderData) return this.request("tools/call", params);
    const call = (this.#lastCall += 1);
    this.connection.store.set({ input: args, isLoading: true });
    try {
      const result = await this.request("tools/call", params);
      this.#takeResult(result, call);
      return result;
    } catch (problem) {
      if (call === this.#lastCall) this.#fail(messageOf(problem));
      throw problem;
    }
  }

  request(method: string, params: PlainObject): Promise<unknown> {
    return this.#pending.add((id) => this.#send({ id, method, params }));
  }

  link(url: string): Promise<unknown> {
    return this.request("ui/open-link", { url });
  }

  prompt(text: string): Promise<unknown> {
    return this.request("ui/message", { role: "user", content: [{ type: "text", text }] });
  }

  intent(name: string, params: PlainObject): Promise<unknown> {
    return this.prompt(`Intent: ${name}. Parameters: ${JSON.stringify(params)}`);
  }

  notify(text: string): Promise<unknown> {
    this.#send({ method: "notifications/message", params: { level: "info", data: text } });
    return Promise.resolve();
  }

  size(width: number, height: number): void {
    this.#send({ method: "ui/notifications/size-changed", params: { width, height } });
  }

  #send(message: PlainObject): void {
    this.connection.post({ jsonrpc: "2.0", ...message });
  }

  #fail(problem: string): void {
    this.connection.store.fail(problem);
  }
}
