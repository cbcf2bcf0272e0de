// The apps of a tool, shown with its result: the one that the tool declares, and those embedded in its results.
const PARTIAL_MS = 100;
// Some servers escape slashes in JSON.
const EMBEDDED_APP_URI = /"ui:(?:\\?\/){2}/;

class AppsPanel {
  constructor(session) {
    Object.assign(this, { session, declared: undefined, embedded: [] });
    this.element = element("div.apps");
    this.typed = debounced(() => this.sendPartial(), PARTIAL_MS);
  }

  isOpen() {
    return this.element.querySelector("iframe") !== null;
  }

  // Starts over for a tool whose description has just been read.
  async reset() {
    await this.close();
    this.tool = plainValue(this.session.detail);
    this.declaration = declaredApp(this.tool);
    if (this.declaration) this.element.append(element("p", button("Open the app", () => this.open())));
  }

  // Opens the app without running the tool: it receives the arguments while they are being edited.
  open() {
    this.showDeclared([]);
    this.sendPartial();
  }

  sendPartial() {
    const { declared, session } = this;
    if (!declared || declared.hasInput) return;
    declared.sendInput("ui/notifications/tool-input-partial", { arguments: argumentsOf(session.draft.text) ?? {} });
  }

  // Called when the tool is about to run.
  begin(argumentsText) {
    this.closeEmbedded();
    const input = { method: "ui/notifications/tool-input", params: { arguments: argumentsOf(argumentsText) ?? {} } };
    this.input = input;
    if (this.declaration) this.showDeclared([input]);
  }

  // An app that waits for its first input receives it; any other is restarted.
  showDeclared(inputs) {
    const { declared } = this;
    if (!declared) {
      this.element.replaceChildren();
      const { uri, notes, problem } = this.declaration;
      this.declared = this.show(uri, inputs, (signal, note) => {
        for (const { kind, text } of notes) note(kind, text);
        if (problem) throw new Error(problem);
        return readAppResource(uri, signal, note);
      });
    } else if (declared.isOver || declared.hasInput) declared.restart(inputs);
    else for (const { method, params } of inputs) declared.sendInput(method, params);
  }

  show(uri, inputs, read) {
    const run = new AppRun(this.tool, uri, read);
    run.inputs = inputs;
    run.panel = element("div", appPanel(run), limitNotice(run));
    this.element.append(run.panel);
    const { top } = run.panel.getBoundingClientRect();
    if (top > innerHeight * 0.7) run.panel.scrollIntoView({ block: "start" });
    run.start();
    return run;
  }

  // Called when the call has ended, successfully or not.
  end(call) {
    if (call.kind === "failed" || call.kind === "cancelled") return this.declared?.sendInput("ui/notifications/tool-cancelled", { reason: call.headline });
    if (!this.declared && !EMBEDDED_APP_URI.test(call.text)) return undefined;
    const result = JSON.parse(call.text);
    this.declared?.sendResult(result);
    for (const resource of legacyApps(result)) {
      if (resource.uri !== this.declaration?.uri) this.showEmbedded(resource, result);
    }
    return undefined;
  }

  showEmbedded(resource, result) {
    const rest = { renderData: renderDataOf(resource), height: preferredHeight(resource), skipsHandshake: !isAppType(resource.mimeType) };
    const read = async (signal, note) => ({ ...legacyDocument(resource, note), ...rest, sha256: await checkedHash(resource) });
    const run = this.show(resource.uri, [this.input], read);
    run.sendResult(result);
    this.embedded.push(run);
  }

  closeEmbedded() {
    for (const run of this.embedded) run.close().then(() => run.panel.remove());
    this.embedded = [];
  }

  // Closes and removes all apps.
  async close() {
    await Promise.all([this.declared, ...this.embedded].map((run) => run?.close()));
    Object.assign(this, { declared: undefined, embedded: [] });
    this.element.replaceChildren();
  }
}

// Returns the arguments if the text is a JSON object.
function argumentsOf(text) {
  try {
    const value = text.trim() === "" ? {} : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// A button for an app that did not start because too many others are open.
function limitNotice(run) {
  const makeRoom = async () => {
    await Promise.all([...openApps].map((other) => other.close()));
    run.reload();
  };
  const trigger = button("Close the other apps and open this one", makeRoom, "", { hidden: true });
  run.addEventListener("change", () => (trigger.hidden = !run.isOverLimit));
  return trigger;
}
