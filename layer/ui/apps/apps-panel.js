// The place of a tool's apps, beside its result: the one that the tool names, and those that its results carry.
const PARTIAL_MS = 100;
// Some servers escape slashes.
const APP_URI_WITHIN = /"ui:(?:\\?\/){2}/;

class AppArea {
  constructor(session) {
    Object.assign(this, { session, own: undefined, embedded: [] });
    this.element = element("div.apps");
    this.typed = debounced(() => this.givePartial(), PARTIAL_MS);
  }

  isOpen() {
    return this.element.querySelector("iframe") !== null;
  }

  // Begins anew, for a tool whose description has just been read.
  async renew() {
    await this.close();
    this.tool = plainValue(this.session.detail);
    this.named = declaredApp(this.tool);
    if (this.named) this.element.append(element("p", button("Open the app", () => this.open())));
  }

  // Opens the app without running the tool: it sees the arguments as they are being written.
  open() {
    this.showOwn([]);
    this.givePartial();
  }

  givePartial() {
    const { own, session } = this;
    if (!own || own.hasInput) return;
    own.give("ui/notifications/tool-input-partial", { arguments: argumentsOf(session.draft.text) ?? {} });
  }

  // The tool is about to run.
  begin(argumentsText) {
    this.closeEmbedded();
    const input = { method: "ui/notifications/tool-input", params: { arguments: argumentsOf(argumentsText) ?? {} } };
    this.input = input;
    if (this.named) this.showOwn([input]);
  }

  // An app that waits for its first input takes it; any other begins anew.
  showOwn(given) {
    const { own } = this;
    if (!own) {
      this.element.replaceChildren();
      const { uri, notes, problem } = this.named;
      this.own = this.show(uri, given, (signal, note) => {
        for (const { kind, text } of notes) note(kind, text);
        if (problem) throw new Error(problem);
        return readAppResource(uri, signal, note);
      });
    } else if (own.isOver || own.hasInput) own.renew(given);
    else for (const { method, params } of given) own.give(method, params);
  }

  show(uri, given, read) {
    const run = new AppRun(this.tool, uri, read);
    run.given = given;
    run.panel = element("div", appPanel(run), crowdNotice(run));
    this.element.append(run.panel);
    const { top } = run.panel.getBoundingClientRect();
    if (top > innerHeight * 0.7) run.panel.scrollIntoView({ block: "start" });
    run.start();
    return run;
  }

  // The tool has answered, or has not.
  end(outcome) {
    if (outcome.kind === "failed" || outcome.kind === "cancelled") return this.own?.give("ui/notifications/tool-cancelled", { reason: outcome.headline });
    if (!this.own && !APP_URI_WITHIN.test(outcome.text)) return undefined;
    const result = JSON.parse(outcome.text);
    this.own?.giveResult(result);
    for (const resource of legacyApps(result)) {
      if (resource.uri !== this.named?.uri) this.showEmbedded(resource, result);
    }
    return undefined;
  }

  showEmbedded(resource, result) {
    const rest = { renderData: renderDataOf(resource), height: preferredHeight(resource), isQuiet: !isAppType(resource.mimeType) };
    const read = async (signal, note) => ({ ...legacyDocument(resource, note), ...rest, sha256: await judgedHash(resource) });
    const run = this.show(resource.uri, [this.input], read);
    run.giveResult(result);
    this.embedded.push(run);
  }

  closeEmbedded() {
    for (const run of this.embedded) run.close().then(() => run.panel.remove());
    this.embedded = [];
  }

  // All of them are told and taken away.
  async close() {
    await Promise.all([this.own, ...this.embedded].map((run) => run?.close()));
    Object.assign(this, { own: undefined, embedded: [] });
    this.element.replaceChildren();
  }
}

// The arguments, where the text is an object.
function argumentsOf(text) {
  try {
    const value = text.trim() === "" ? {} : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// The way out for an app that found too many others open.
function crowdNotice(run) {
  const makeRoom = async () => {
    await Promise.all([...openApps].map((other) => other.close()));
    run.reload();
  };
  const way = button("Close the other apps and open this one", makeRoom, "", { hidden: true });
  run.addEventListener("change", () => (way.hidden = !run.isCrowded));
  return way;
}
