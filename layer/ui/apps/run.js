// One open app, from reading its resource to closing it.
//
//   state:  "reading" | "offered" | "connecting" | "waiting" | "initializing" | "ready" | "closed" | "failed"
//   policy: { text, approved, rejected, declared, violations }
//   model:  { messages: [{ at, role, content }], context: { content, structuredContent } }
//   tried:  { theme, displayMode, locale, width, relaxed, permissions }, each undefined until the user sets it
const TEARDOWN_SECONDS = 1;

const openApps = new Set();

class AppRun extends AppRecord {
  // `read` returns the document and its metadata, like `readAppResource`.
  constructor(tool, uri, read) {
    super();
    Object.assign(this, { tool, uri, read, state: "reading", tried: {}, inputs: [] });
    this.mount = element("div.app-mount");
    this.reset();
  }

  // The state at the start of each load.
  reset() {
    this.resetRecord();
    Object.assign(this, { failure: "", mode: "inline", height: 0, html: undefined, sha256: undefined, mimeType: undefined, permissions: [], granted: [], prefersBorder: undefined });
    Object.assign(this, { frame: undefined, bridge: undefined, appInfo: undefined, appCapabilities: {}, appTools: [], isDraft: false, isLate: false, isMuted: false, consentRequests: 0, legacyPending: 0, thefts: [], sentContext: {} });
    this.policy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
    this.model = { messages: [], context: undefined };
    this.life = new AbortController();
    this.limiter = new RateLimiter((count) => noteDropped(this, count));
  }

  // The app is loading and has not completed the handshake.
  get isPending() {
    return ["connecting", "waiting", "initializing"].includes(this.state);
  }

  get isOver() {
    return ["closed", "failed"].includes(this.state);
  }

  // Returns whether the app has received the arguments of a call.
  get hasInput() {
    return this.inputs.some(({ method }) => method === "ui/notifications/tool-input");
  }

  async start() {
    const { signal } = this.life;
    this.isOverLimit = openApps.size >= APP_SETTINGS.frames;
    if (this.isOverLimit) return this.end("failed", `${counted(openApps.size, "app")} are already open, the most that this server allows.`);
    openApps.add(this);
    guardKeyboard();
    this.setState("reading");
    try {
      await this.prepare(signal);
    } catch (problem) {
      if (!signal.aborted) this.end("failed", problem.message);
    }
    return undefined;
  }

  async prepare(signal) {
    if (APP_SETTINGS.sandboxOrigin === location.origin) throw new Error("No app can be shown: the setting sandbox_origin (MCP_UI_SANDBOX_ORIGIN) is the origin of this page.");
    const note = (kind, text) => this.note(kind, text);
    const { html, url, mimeType, ui, sha256, renderData, height, skipsHandshake = false } = await this.read(signal, note);
    signal.throwIfAborted();
    Object.assign(this, { mimeType, sha256, permissions: ui.permissions, prefersBorder: ui.prefersBorder, renderData, skipsHandshake: skipsHandshake || Boolean(url), height: height ?? 0 });
    if (url && new URL(url).origin === location.origin) throw new Error("The app's address is on the origin of this page and cannot be isolated.");
    this.html = url ? externalDocument(url, renderData) : html;
    const csp = url ? { frameDomains: [new URL(url).origin] } : ui.csp;
    const { policy: text, query, approved, rejected, warnings = [] } = await fetchPolicy(csp, this.tried.relaxed === true, signal);
    signal.throwIfAborted();
    Object.assign(this.policy, { text, approved, rejected, declared: csp });
    for (const { directive, value, reason } of rejected) note("refused", `${directive || "csp"}: ${value} was left out of the policy: ${reason}`);
    if (url && rejected.length > 0) throw new Error(`The address cannot be shown here: ${rejected[0].reason}`);
    return askToLoad(this, url, warnings) ? undefined : this.openFrame(query);
  }

  openFrame(query) {
    const { tool, tried, permissions } = this;
    this.granted = permissions.filter((name) => tried.permissions?.includes(name));
    this.frame = new AppFrame(this.html, { query, policy: this.policy.text, permissions: this.granted, title: `App of ${printable(asText(tool.title ?? tool.name), 100)}` }, {
      onMessage: (message) => receiveMessage(this, message),
      onShellReady: (message) => this.recordMessage("in", "", message.method, message),
      onWritten: (message) => this.onWritten(message),
      onLoaded: () => this.renderData && sendRenderData(this),
      onNavigated: () => this.onNavigated(),
    });
    this.bridge = new AppBridge(this, (message) => this.frame.post(message));
    for (const { method, params } of this.inputs) this.bridge.notify(method, params);
    this.setState("connecting");
    this.mount.replaceChildren(this.frame.element);
    applyHeight(this);
    this.watch(this.life.signal);
  }

  watch(signal) {
    watchContext(signal, (names) => this.sendContext(names));
    const sizes = new ResizeObserver(() => this.sendContext(["containerDimensions"]));
    sizes.observe(this.mount);
    signal.addEventListener("abort", () => sizes.disconnect());
  }

  setState(state) {
    this.state = state;
    this.isLate = false;
    clearTimeout(this.timer);
    if (this.isPending) this.timer = setTimeout(() => this.onLate(), APP_SETTINGS.initializeSeconds * 1000);
    this.announce("change");
  }

  onLate() {
    if (this.state === "connecting") return this.end("failed", "The sandbox page did not load. An extension or a proxy may block it.");
    this.isLate = true;
    return this.note("warning", `After ${counted(APP_SETTINGS.initializeSeconds, "second")}: ${this.diagnosis()}`);
  }

  onWritten(message) {
    this.recordMessage("out", "", message.method, message);
    this.setState(this.skipsHandshake ? "ready" : "waiting");
  }

  onInitialize() {
    this.setState("initializing");
    for (const [name, value] of Object.entries(this.liveContext())) this.sentContext[name] = JSON.stringify(value);
  }

  // The notification may be sent twice.
  onInitialized() {
    if (this.bridge.isOpen) return;
    if (!this.appInfo) this.note("warning", "The app sent ui/notifications/initialized without ui/initialize.");
    this.setState("ready");
    this.bridge.open();
    if (this.appCapabilities.tools) listAppTools(this);
  }

  onNavigated() {
    this.end("failed", "The frame left the app's document and was removed.");
  }

  // Sends the app an input or a result. It is sent again after a reload.
  sendInput(method, params) {
    const others = this.inputs.filter((input) => input.method !== "ui/notifications/tool-input-partial");
    this.inputs = [...others, { method, params }];
    if (!this.teardown) this.bridge?.notify(method, params);
  }

  // Restarts the app for another call of the tool.
  restart(inputs) {
    this.inputs = inputs;
    this.reload();
  }

  sendResult(result) {
    const odd = [result.content ?? []].flat().find((block) => !CONTENT_VIEWS.has(block?.type));
    if (odd) this.note("warning", `The result has content of the type ${clipped(asText(odd?.type), 60)}, for which the official library drops the result.`);
    this.sendInput("ui/notifications/tool-result", result);
  }

  liveContext() {
    return { ...appearanceOf(this), ...layoutOf(this), locale: localeOf(this) };
  }

  // Sends only the members that have changed since they were last sent.
  sendContext(names) {
    if (!this.appInfo || !this.bridge || this.mount.clientWidth === 0) return;
    const context = this.liveContext();
    const changed = names.filter((name) => this.sentContext[name] !== JSON.stringify(context[name]));
    for (const name of changed) this.sentContext[name] = JSON.stringify(context[name]);
    if (changed.length > 0) this.bridge.notify("ui/notifications/host-context-changed", Object.fromEntries(changed.map((name) => [name, context[name]])));
  }

  // Calls a tool that the app offers.
  callAppTool(name, args) {
    return this.bridge?.isOpen ? this.bridge.request("tools/call", { name, arguments: args }, APP_TOOL_SECONDS) : Promise.reject(new Error("The app is not ready for calls."));
  }

  // Applies a setting that the user tries on the app.
  try(name, value) {
    this.tried[name] = value;
    if (name === "displayMode") setDisplayMode(this, value ?? "inline");
    if (name === "theme") this.sendContext(["theme", "styles"]);
    if (name === "locale") this.sendContext(["locale"]);
    if (name === "relaxed" || name === "permissions") this.reload();
    this.announce("change");
  }

  reload() {
    this.reloading ??= this.close().then(() => {
      this.reloading = undefined;
      this.reset();
      return this.start();
    });
    return this.reloading;
  }

  // Notifies the app and waits a moment for its cleanup.
  async close() {
    openApps.delete(this);
    if (this.bridge?.isOpen) {
      this.teardown ??= this.bridge.request("ui/resource-teardown", {}, TEARDOWN_SECONDS).catch(() => {});
      await this.teardown;
    }
    if (!this.life.signal.aborted) this.end("closed");
  }

  end(state, failure = "") {
    this.failure = failure;
    if (failure) this.note("error", failure);
    this.life.abort();
    this.frame?.remove();
    Object.assign(this, { bridge: undefined, teardown: undefined, mode: "inline" });
    this.mount.replaceChildren();
    openApps.delete(this);
    this.setState(state);
  }

  diagnosis() {
    return diagnosisOf(this);
  }
}

// A page that unloads can notify its apps, but not wait for them.
addEventListener("pagehide", () => {
  for (const run of openApps) {
    if (run.bridge?.isOpen) run.frame.postNow({ jsonrpc: "2.0", id: "pagehide", method: "ui/resource-teardown", params: {} });
    run.end("closed");
  }
});
