// One app on show, from the reading of its resource to its end.
//
//   state:  "reading" | "offered" | "connecting" | "waiting" | "initializing" | "ready" | "closed" | "failed"
//   policy: { text, approved, rejected, declared, violations }
//   model:  { messages: [{ at, role, content }], context: { content, structuredContent } }
//   tried:  { theme, displayMode, locale, width, relaxed, permissions }, each undefined until the user tries it
const TEARDOWN_SECONDS = 1;

const openApps = new Set();

class AppRun extends AppRecord {
  // `read` gives the document and what it asks for, as `readAppResource` does.
  constructor(tool, uri, read) {
    super();
    Object.assign(this, { tool, uri, read, state: "reading", tried: {}, given: [] });
    this.mount = element("div.app-mount");
    this.forget();
  }

  // What a load begins with.
  forget() {
    this.forgetRecord();
    Object.assign(this, { failure: "", mode: "inline", height: 0, html: undefined, sha256: undefined, mimeType: undefined, permissions: [], granted: [], prefersBorder: undefined });
    Object.assign(this, { frame: undefined, bridge: undefined, appInfo: undefined, appCapabilities: {}, appTools: [], isDraft: false, isLate: false, isMuted: false, questions: 0, legacyAnswers: 0, thefts: [], told: {} });
    this.policy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
    this.model = { messages: [], context: undefined };
    this.life = new AbortController();
    this.gate = new MessageGate((count) => noteDropped(this, count));
  }

  // Loading, and not yet as far as to say that it is there.
  get isPending() {
    return ["connecting", "waiting", "initializing"].includes(this.state);
  }

  get isOver() {
    return ["closed", "failed"].includes(this.state);
  }

  // Whether it has the arguments of a run.
  get hasInput() {
    return this.given.some(({ method }) => method === "ui/notifications/tool-input");
  }

  async start() {
    const { signal } = this.life;
    this.isCrowded = openApps.size >= APP_SETTINGS.frames;
    if (this.isCrowded) return this.end("failed", `${counted(openApps.size, "app")} are open already, which is as many as this server allows.`);
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
    if (APP_SETTINGS.sandboxOrigin === location.origin) throw new Error("No app can be shown: the setting sandbox_origin names the very origin of this page.");
    const note = (kind, text) => this.note(kind, text);
    const { html, url, mimeType, ui, sha256, renderData, height, isQuiet = false } = await this.read(signal, note);
    signal.throwIfAborted();
    Object.assign(this, { mimeType, sha256, permissions: ui.permissions, prefersBorder: ui.prefersBorder, renderData, isQuiet: isQuiet || Boolean(url), height: height ?? 0 });
    if (url && new URL(url).origin === location.origin) throw new Error("The app is an address of this very page's origin, which would not be kept apart.");
    this.html = url ? externalDocument(url, renderData) : html;
    const csp = url ? { frameDomains: [new URL(url).origin] } : ui.csp;
    const { policy: text, query, approved, rejected, warnings = [] } = await agreePolicy(csp, this.tried.relaxed === true, signal);
    signal.throwIfAborted();
    Object.assign(this.policy, { text, approved, rejected, declared: csp });
    for (const { directive, value, reason } of rejected) note("refused", `${directive || "csp"}: ${value} was left out of the policy: ${reason}`);
    if (url && rejected.length > 0) throw new Error(`The address cannot be shown here: ${rejected[0].reason}`);
    return offerLoad(this, url, warnings) ? undefined : this.enter(query);
  }

  enter(query) {
    const { tool, tried, permissions } = this;
    this.granted = permissions.filter((name) => tried.permissions?.includes(name));
    this.frame = new AppFrame(this.html, { query, policy: this.policy.text, permissions: this.granted, title: `App of ${spelled(inWords(tool.title ?? tool.name), 100)}` }, {
      onMessage: (message) => receiveMessage(this, message),
      onShellReady: (message) => this.recordMessage("in", "", message.method, message),
      onWritten: (message) => this.onWritten(message),
      onLoaded: () => this.renderData && sendRenderData(this),
      onGone: () => this.onGone(),
    });
    this.bridge = new AppBridge(this, (message) => this.frame.post(message));
    for (const { method, params } of this.given) this.bridge.notify(method, params);
    this.setState("connecting");
    this.mount.replaceChildren(this.frame.element);
    applyHeight(this);
    this.watch(this.life.signal);
  }

  watch(signal) {
    watchSurroundings(signal, (names) => this.tellContext(names));
    const sizes = new ResizeObserver(() => this.tellContext(["containerDimensions"]));
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
    if (this.state === "connecting") return this.end("failed", "The sandbox page did not load.");
    this.isLate = true;
    return this.note("warning", `${this.diagnosis()} ${counted(APP_SETTINGS.initializeSeconds, "second")} have passed.`);
  }

  onWritten(message) {
    this.recordMessage("out", "", message.method, message);
    this.setState(this.isQuiet ? "ready" : "waiting");
  }

  onInitialize() {
    this.setState("initializing");
    for (const [name, value] of Object.entries(this.surroundings())) this.told[name] = JSON.stringify(value);
  }

  // It may come twice.
  onInitialized() {
    if (this.bridge.isOpen) return;
    if (!this.appInfo) this.note("warning", "The app says that it is initialised without having asked for it.");
    this.setState("ready");
    this.bridge.open();
    if (this.appCapabilities.tools) listAppTools(this);
  }

  onGone() {
    this.end("failed", "The frame left the app's document for another one, and was taken away.");
  }

  // Tells the app what it was opened for; a load after this one begins with it again.
  give(method, params) {
    const isPartial = (notice) => notice.method === "ui/notifications/tool-input-partial";
    this.given = [...this.given.filter((notice) => !isPartial(notice)), { method, params }];
    if (!this.farewell) this.bridge?.notify(method, params);
  }

  // Begins anew, for another run of the tool.
  renew(given) {
    this.given = given;
    this.reload();
  }

  giveResult(result) {
    const odd = [result.content ?? []].flat().find((block) => !CONTENT_VIEWS.has(block?.type));
    if (odd) this.note("warning", `The result has content of the type ${clipped(inWords(odd?.type), 60)}, at which the official library loses the whole result.`);
    this.give("ui/notifications/tool-result", result);
  }

  surroundings() {
    return { ...lookOf(this), ...placeOf(this), locale: localeOf(this) };
  }

  // Only what is other than the app knows it.
  tellContext(names) {
    if (!this.appInfo || !this.bridge || this.mount.clientWidth === 0) return;
    const context = this.surroundings();
    const news = names.filter((name) => this.told[name] !== JSON.stringify(context[name]));
    for (const name of news) this.told[name] = JSON.stringify(context[name]);
    if (news.length > 0) this.bridge.notify("ui/notifications/host-context-changed", Object.fromEntries(news.map((name) => [name, context[name]])));
  }

  // Calls a tool that the app itself offers.
  callAppTool(name, args) {
    return this.bridge?.isOpen ? this.bridge.ask("tools/call", { name, arguments: args }, APP_TOOL_SECONDS) : Promise.reject(new Error("The app is not there to be called."));
  }

  // What the author wants to see tried.
  try(name, value) {
    this.tried[name] = value;
    if (name === "displayMode") setDisplayMode(this, value ?? "inline");
    if (name === "theme") this.tellContext(["theme", "styles"]);
    if (name === "locale") this.tellContext(["locale"]);
    if (name === "relaxed" || name === "permissions") this.reload();
    this.announce("change");
  }

  reload() {
    this.reloading ??= this.close().then(() => {
      this.reloading = undefined;
      this.forget();
      return this.start();
    });
    return this.reloading;
  }

  // The app is told, and given a moment to put its things in order.
  async close() {
    openApps.delete(this);
    if (this.bridge?.isOpen) {
      this.farewell ??= this.bridge.ask("ui/resource-teardown", {}, TEARDOWN_SECONDS).catch(() => {});
      await this.farewell;
    }
    if (!this.life.signal.aborted) this.end("closed");
  }

  end(state, failure = "") {
    this.failure = failure;
    if (failure) this.note("error", failure);
    this.life.abort();
    this.frame?.remove();
    Object.assign(this, { bridge: undefined, farewell: undefined, mode: "inline" });
    this.mount.replaceChildren();
    openApps.delete(this);
    this.setState(state);
  }

  // Why nothing is to be seen, in one sentence; "" when nothing is wrong.
  diagnosis() {
    return diagnosisOf(this);
  }
}

// A page that goes away can tell its apps, but not wait for them.
addEventListener("pagehide", () => {
  for (const run of openApps) {
    if (run.bridge?.isOpen) run.frame.postNow({ jsonrpc: "2.0", id: "pagehide", method: "ui/resource-teardown", params: {} });
    run.end("closed");
  }
});
