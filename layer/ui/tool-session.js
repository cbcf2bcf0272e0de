// The state of one tool that survives switching to another: its draft, running call, result, apps and view.
class ToolSession {
  constructor(name, { onRunning, onDraft }) {
    Object.assign(this, { name, onRunning, onDraft, stale: true, draft: undefined, run: undefined, tabs: undefined, urlArguments: undefined, scrollTop: 0 });
    this.element = element("article.tool");
    this.result = element("section", { "aria-label": "Result" });
    this.apps = new AppsPanel(this);
  }

  // Marks the description as outdated: it may belong to another server or another token.
  invalidate() {
    Object.assign(this, { stale: true, fetching: undefined });
  }

  // Fetches the description if it is missing or stale, and redraws the view. The arguments are kept, and a running call is not
  // disturbed.
  async load() {
    if (!this.stale || this.run) return;
    this.element.ariaBusy = true;
    if (!this.tabs) this.element.replaceChildren(element("p.hint", "Loading…"));
    const fetching = (this.fetching ??= fetchTool(this.name));
    const detail = await fetching.catch((problem) => problem);
    if (fetching !== this.fetching) return;
    this.fetching = undefined;
    this.element.ariaBusy = null;
    if (this.run) return;
    // Without tabs, nothing can be run while the apps close. Redrawing the view would reload their frames.
    this.tabs = undefined;
    if (detail instanceof Error) {
      await this.apps.close();
      this.showFailure(detail);
      return;
    }
    Object.assign(this, { detail, stale: false });
    await this.apps.reset();
    this.schema = valueOf(detail, "inputSchema") ?? readJson("{}");
    this.initialText = prefill(this.schema);
    this.draft = new Draft(this.draft?.text ?? this.urlArguments ?? this.initialText);
    this.draft.onChange(() => {
      this.onDraft(this);
      this.apps.typed();
    });
    drawTool(this);
  }

  showFailure({ status, message }) {
    const retry = () => {
      byId("tool").focus();
      this.load();
    };
    const action = status === 401 ? button("Enter a token", openAccessDialog, "primary") : button("Try again", retry);
    this.element.replaceChildren(element("h2", nameNode(this.name)), element("p.failure", { role: "alert" }, message), action);
  }

  // Applies the arguments of a link, now or once the draft exists. If they equal those of the previous URL, the draft is newer and
  // is kept.
  follow(argumentsText) {
    if (argumentsText === undefined || argumentsText === this.urlArguments) return;
    this.urlArguments = argumentsText;
    this.draft?.set(argumentsText, "link");
  }

  // The arguments for the URL; undefined while they are the initial ones.
  linkedArguments() {
    const text = this.draft?.text ?? this.urlArguments;
    return text === this.initialText ? undefined : text;
  }

  async start() {
    if (!MAY_EXECUTE || this.run || !this.tabs) return;
    this.tabs.choose("Call");
    if (this.focusJsonError() || this.focusInvalidField()) return;
    if (isDestructive(plainValue(valueOf(this.detail, "annotations"))) && !((await confirmRun(this.name)) && this.tabs)) return;
    const argumentsText = this.draft.text;
    this.run = { controller: new AbortController(), started: performance.now(), bytes: 0 };
    this.onRunning(this.name, true);
    const hideRunning = showRunning(this);
    this.validation.check();
    this.apps.begin(argumentsText);
    const call = await callTool(this.name, argumentsText, this.run.controller.signal, (bytes) => (this.run.bytes = bytes));
    this.run = undefined;
    hideRunning();
    this.onRunning(this.name, false);
    this.showCall(call);
    this.apps.end(call);
    rememberCall(this.name, argumentsText, call);
    if (this.openTab === "History") this.tabs.choose("History");
  }

  validate() {
    if (!this.tabs) return;
    this.tabs.choose("Call");
    if (!this.focusInvalidField()) this.validation.check();
  }

  // The server might accept part of a text that is not valid JSON, so such a text is not sent.
  focusJsonError() {
    const { error } = this.draft;
    if (error) {
      this.element.querySelector(".json-text").focus();
      announce(error.message);
    }
    return error;
  }

  // An invalid field, such as letters for a number, is not part of the text: the server would validate other values than shown.
  focusInvalidField() {
    const field = this.form.firstInvalid();
    field?.reportValidity();
    return field;
  }

  showCall(call, note) {
    this.result.replaceChildren(resultView(call, note));
    // Scrolls only if the result is below the visible part of the page.
    const { top } = this.result.getBoundingClientRect();
    if (top > innerHeight * 0.7 && !this.apps.isOpen()) this.result.firstChild.scrollIntoView({ block: "start" });
    const facts = [call.headline, call.status && `HTTP ${call.status}`, formatDuration(call.duration)];
    announce(`${displayName(this.name, 60)}: ${facts.filter(Boolean).join(", ")}`);
  }
}

// Converts a node to a plain value, like those in the list of tools.
function plainValue(node) {
  return node && JSON.parse(rawOf(node));
}

function confirmRun(name) {
  const dialog = byId("confirm");
  byId("confirm-tool").replaceChildren(nameNode(name));
  dialog.returnValue = "";
  openDialog(dialog);
  enableWhenVisible(dialog, [dialog.querySelector("[value=run]")]);
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true }));
}

// Shows the elapsed time and the received bytes of a call; returns the function that hides them.
function showRunning({ name, run, runBar, runButton }) {
  const clock = element("span");
  runBar.replaceChildren(element("span.running", { role: "img", "aria-label": "running" }), clock, button("Cancel", () => run.controller.abort()));
  runButton.setAttribute("aria-disabled", true);
  announce(`Running ${displayName(name, 60)}`);
  const tick = () => {
    clock.textContent = [formatDuration(performance.now() - run.started), run.bytes > 0 && formatSize(run.bytes)].filter(Boolean).join(" · ");
  };
  tick();
  const timer = setInterval(tick, 100);
  return () => {
    clearInterval(timer);
    if (runBar.contains(document.activeElement)) runButton.focus();
    runBar.replaceChildren();
    runButton.removeAttribute("aria-disabled");
  };
}
