// One open app, from reading its resource to closing it.

import { askToLoad } from "../consent/loading";
import { guardKeyboard } from "../focus/keyboard";
import { AppFrame } from "../frame/frame";
import { fetchPolicy } from "../frame/policy";
import { APP_TOOL_SECONDS, listAppTools } from "../host/app-tools";
import { liveContext, watchContext } from "../host/context";
import { applyHeight, setDisplayMode } from "../host/display";
import { type PlainObject, asText, memberAt } from "../../json/plain";
import { externalDocument } from "../legacy/documents";
import { sendRenderData } from "../legacy/messages";
import { diagnosisOf } from "../model/diagnosis";
import { type AppInput, type AppPhase, HostedApp, TOOL_INPUT, TOOL_RESULT, type Tried } from "../model/hosted-app";
import { frameLimitProblem, openFrames } from "../model/open-frames";
import { appChanged, appStarted } from "../model/running-apps";
import type { TakeNote } from "../model/record";
import { retryLater, settled } from "../../protocol/outage";
import type { Tool } from "../../protocol/tools";
import type { ReadApp } from "../resource/read";
import { isContentType } from "../../results/content";
import { settingName, settings } from "../../settings";
import { errorOf, messageOf } from "../../text/error";
import { clipped, printable } from "../../text/printable";
import { counted } from "../../text/units";
import { Inbox } from "./inbox";
import { AppBridge } from "./bridge";
import { RECOVERED, recoveredContent } from "./recovered";

// The time for an app to prepare for its end, in seconds. Then it is closed.
const TEARDOWN_SECONDS = 1;

/** An app that has been read. Only an app that is embedded in a result has the last three properties. */
export interface AppToRun extends ReadApp {
  readonly renderData?: PlainObject | undefined;
  readonly height?: number | undefined;
  readonly skipsHandshake?: boolean;
}

export type ReadTheApp = (signal: AbortSignal, note: TakeNote) => Promise<AppToRun>;

export class AppRun extends HostedApp {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skipsHandshake = false;
  #teardown: Promise<unknown> | undefined;
  #reloading: Promise<void> | undefined;
  // The context members as they were last sent, as JSON.
  readonly #sentContext = new Map<string, string>();
  #inbox!: Inbox;

  /** `read` returns the document and its metadata. */
  constructor(
    tool: Tool,
    uri: string,
    private readonly read: ReadTheApp,
  ) {
    super(tool, uri);
    this.reset();
  }

  protected override reset(): void {
    super.reset();
    this.#sentContext.clear();
    this.#inbox = new Inbox(this);
  }

  async start(): Promise<void> {
    const { signal } = this.life;
    const excess = frameLimitProblem();
    this.isOverLimit = excess !== undefined;
    if (excess) return this.end("failed", excess);
    openFrames.add(this);
    appStarted(this);
    guardKeyboard();
    this.setPhase("reading");
    try {
      await this.#prepare(signal);
    } catch (problem) {
      if (signal.aborted) return;
      this.end("failed", messageOf(problem));
      retryLater(this, errorOf(problem), () => this.reload());
    }
  }

  async #prepare(signal: AbortSignal): Promise<void> {
    if (settings.apps.sandboxOrigin === location.origin) {
      throw new Error(
        `No app can be shown: ${settingName(settings.apps.names.sandboxOrigin)} is the origin of this page.`,
      );
    }
    const app = await this.read(signal, (kind, text) => this.note(kind, text));
    signal.throwIfAborted();
    const { url, ui } = app;
    this.sha256 = app.sha256;
    this.permissions = ui.permissions;
    this.prefersBorder = ui.prefersBorder;
    this.renderData = app.renderData;
    this.#skipsHandshake = app.skipsHandshake === true || Boolean(url);
    this.height = app.height ?? 0;
    if (url && new URL(url).origin === location.origin) {
      throw new Error("The app's address is on the origin of this page and cannot be isolated.");
    }
    this.html = url ? externalDocument(url, app.renderData) : app.html;
    const csp = url ? { frameDomains: [new URL(url).origin] } : ui.csp;
    const derived = await fetchPolicy(csp, this.tried.relaxed === true, signal);
    signal.throwIfAborted();
    settled(this);
    const { policy: text, approved, rejected } = derived;
    Object.assign(this.policy, { text, approved, rejected, declared: csp });
    for (const { directive, value, reason } of rejected) {
      this.note("refused", `${directive || "csp"}: ${value} was left out of the policy: ${reason}`);
    }
    if (url && rejected[0]) throw new Error(`The address cannot be shown here: ${rejected[0].reason}`);
    if (!askToLoad(this, url, derived.warnings ?? [])) this.#openFrame(derived.query);
  }

  #openFrame(query: string): void {
    const { tool, tried, permissions, policy } = this;
    this.granted = permissions.filter((name) => tried.permissions?.includes(name));
    const title = `App of ${printable(asText(tool["title"] ?? tool.name), 100)}`;
    const frame = new AppFrame(
      this.html,
      { query, policy: policy.text, origin: settings.apps.sandboxOrigin, permissions: this.granted, title },
      {
        onMessage: (message) => this.#inbox.receive(message),
        onShellReady: (message) => this.#recordSandbox("in", message),
        onWritten: (message) => this.#onWritten(message),
        onLoaded: () => this.renderData && sendRenderData(this),
        onNavigated: () => this.onNavigated(),
      },
    );
    this.frame = frame;
    const bridge = new AppBridge(this, (message) => frame.post(message));
    this.bridge = bridge;
    this.setPhase("connecting");
    this.mount.replaceChildren(frame.element);
    applyHeight(this);
    this.#watch(this.life.signal);
  }

  #watch(signal: AbortSignal): void {
    watchContext(signal, (names) => this.sendContext(names));
    const sizes = new ResizeObserver(() => this.sendContext(["containerDimensions"]));
    sizes.observe(this.mount);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  // Records a message from or to the sandbox document, which is not the app.
  #recordSandbox(direction: "in" | "out", message: unknown): void {
    this.recordMessage({ direction, dialect: "", method: memberAt(message, "method"), message });
  }

  setPhase(phase: AppPhase): void {
    this.phase = phase;
    this.isLate = false;
    clearTimeout(this.#timer);
    if (this.isPending) this.#timer = setTimeout(() => this.#onLate(), settings.apps.initializeSeconds * 1000);
    this.announce("change");
    appChanged();
  }

  #onLate(): void {
    if (this.phase === "connecting") {
      return this.end("failed", "The sandbox page did not load. An extension or a proxy may block it.");
    }
    this.isLate = true;
    const seconds = counted(settings.apps.initializeSeconds, "second");
    return this.note("warning", `After ${seconds}: ${diagnosisOf(this)}`);
  }

  #onWritten(message: unknown): void {
    this.#recordSandbox("out", message);
    this.setPhase(this.#skipsHandshake ? "ready" : "waiting");
  }

  onInitialize(): void {
    this.setPhase("initializing");
    for (const [name, value] of Object.entries(liveContext(this))) this.#sentContext.set(name, JSON.stringify(value));
  }

  /** Called on `ui/notifications/initialized`, which an app may send twice. */
  onInitialized(): void {
    if (!this.bridge || this.bridge.isOpen) return;
    if (!this.appInfo) this.note("warning", "The app sent ui/notifications/initialized without ui/initialize.");
    this.setPhase("ready");
    this.bridge.isOpen = true;
    for (const input of this.inputs) this.#tell(input);
    this.sendContext(Object.keys(liveContext(this)));
    if (this.appCapabilities["tools"]) void listAppTools(this);
  }

  onNavigated(): void {
    this.end("failed", "The frame left the app's document and was removed.");
  }

  /** Sends the app an input or a result, and sends it again after a reload. */
  sendInput(method: string, params: PlainObject): void {
    // The input of another call begins anew.
    const isFirst = method === TOOL_INPUT;
    const others = isFirst ? [] : this.inputs.filter((input) => input.method !== "ui/notifications/tool-input-partial");
    this.inputs = [...others, { method, params }];
    if (!this.#teardown) this.#tell({ method, params });
  }

  // An app that has not initialised yet is told its inputs when it has.
  #tell({ method, params }: AppInput): void {
    if (!this.bridge?.isOpen) return;
    const structuredContent = method === TOOL_RESULT ? recoveredContent(this.tool, params) : undefined;
    if (structuredContent) this.note("defaulted", RECOVERED);
    this.bridge.notify(method, structuredContent ? { ...params, structuredContent } : params);
  }

  get isRestarting(): boolean {
    return this.#reloading !== undefined;
  }

  /** The number of messages that the app's document has not confirmed yet. */
  get unconfirmed(): number {
    return this.frame?.lifeline.waiting ?? 0;
  }

  /** Restarts the app for another call of the tool. */
  restart(inputs: readonly AppInput[]): void {
    this.inputs = inputs;
    void this.reload();
  }

  sendResult(result: PlainObject): void {
    const content: unknown[] = [result["content"] ?? []].flat();
    const odd = content.find((block) => !isContentType(memberAt(block, "type")));
    if (odd) {
      const type = clipped(asText(memberAt(odd, "type")), 60);
      this.note(
        "warning",
        `The result has content of the type ${type}. Apps with the official library ignore such a result.`,
      );
    }
    this.sendInput(TOOL_RESULT, result);
  }

  /** Sends only the members that have changed since they were last sent. */
  sendContext(names: readonly string[]): void {
    if (!this.appInfo || !this.bridge?.isOpen || this.mount.clientWidth === 0) return;
    const context = liveContext(this);
    const changed = names.filter((name) => this.#sentContext.get(name) !== JSON.stringify(context[name]));
    for (const name of changed) this.#sentContext.set(name, JSON.stringify(context[name]));
    if (changed.length === 0) return;
    const members = Object.fromEntries(changed.map((name) => [name, context[name]]));
    this.bridge.notify("ui/notifications/host-context-changed", members);
  }

  callAppTool(name: string, args: unknown): Promise<unknown> {
    if (!this.bridge?.isOpen) return Promise.reject(new Error("The app is not ready for calls."));
    return this.bridge.request("tools/call", { name, arguments: args }, APP_TOOL_SECONDS);
  }

  try<Name extends keyof Tried>(name: Name, value: Tried[Name]): void {
    this.tried[name] = value;
    if (name === "displayMode") setDisplayMode(this, this.tried.displayMode ?? "inline");
    if (name === "theme") this.sendContext(["theme", "styles"]);
    if (name === "locale") this.sendContext(["locale"]);
    if (name === "relaxed" || name === "permissions") void this.reload();
    this.announce("change");
  }

  reload(): Promise<void> {
    this.#reloading ??= this.close().then(() => {
      this.#reloading = undefined;
      this.reset();
      return this.start();
    });
    return this.#reloading;
  }

  async close(): Promise<void> {
    openFrames.delete(this);
    settled(this);
    if (this.bridge?.isOpen) {
      this.#teardown ??= this.bridge.request("ui/resource-teardown", {}, TEARDOWN_SECONDS).catch(() => undefined);
      await this.#teardown;
    }
    if (!this.life.signal.aborted) this.end("closed");
  }

  end(phase: "closed" | "failed", failure = ""): void {
    this.failure = failure;
    if (failure) this.note("error", failure);
    this.life.abort();
    this.frame?.remove();
    this.bridge = undefined;
    this.#teardown = undefined;
    this.mode = "inline";
    this.mount.replaceChildren();
    openFrames.delete(this);
    this.setPhase(phase);
  }
}

/** A page that unloads can notify its apps, but not wait for them. */
export function closeAppsWithPage(): void {
  addEventListener("pagehide", () => {
    const message = { jsonrpc: "2.0", id: "pagehide", method: "ui/resource-teardown", params: {} };
    for (const open of openFrames) {
      if (open.bridge?.isOpen) open.frame?.postNow(message);
      open.end("closed");
    }
  });
}
