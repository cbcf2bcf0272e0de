// Everything about one tool that outlives looking at another: its draft, its running call, its result, its apps and its view.
class ToolSession {
  constructor(name, { onRunning, onDraft }) {
    Object.assign(this, { name, onRunning, onDraft, stale: true, draft: undefined, run: undefined, tabs: undefined, addressed: undefined, scrollTop: 0 });
    this.element = element("article.tool");
    this.result = element("section", { "aria-label": "Result" });
    this.apps = new AppArea(this);
  }

  // What has been fetched, or is on its way, may be of another server or for another token.
  outdate() {
    Object.assign(this, { stale: true, fetching: undefined });
  }

  // Fetches the description where it is not there yet, or not fresh, and draws the view anew; the arguments stay as they are. A
  // running call is not disturbed.
  async load() {
    if (!this.stale || this.run) return;
    this.element.ariaBusy = true;
    if (!this.tabs) this.element.replaceChildren(element("p.hint", "Loading…"));
    const fetching = (this.fetching ??= fetchTool(this.name));
    const answer = await fetching.catch((problem) => problem);
    if (fetching !== this.fetching) return;
    this.fetching = undefined;
    this.element.ariaBusy = null;
    if (this.run) return;
    // Nothing can be run while apps end. Drawing the view anew would load their frames anew.
    this.tabs = undefined;
    if (answer instanceof Error) {
      await this.apps.close();
      this.showFailure(answer);
      return;
    }
    Object.assign(this, { detail: answer, stale: false });
    await this.apps.renew();
    this.schema = valueOf(answer, "inputSchema") ?? readJson("{}");
    this.initialText = prefill(this.schema);
    this.draft = new Draft(this.draft?.text ?? this.addressed ?? this.initialText);
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
    const action = status === 401 ? button("Give a token", openAccessDialog, "primary") : button("Try again", retry);
    this.element.replaceChildren(element("h2", nameNode(this.name)), element("p.failure", { role: "alert" }, message), action);
  }

  // Takes over the arguments of a link, at once or when there is a draft. What has been typed is newer than what the address had
  // last.
  follow(argumentsText) {
    if (argumentsText === undefined || argumentsText === this.addressed) return;
    this.addressed = argumentsText;
    this.draft?.set(argumentsText, "link");
  }

  // The arguments for the address: none while they are the ones the tool starts with.
  linkedArguments() {
    const text = this.draft?.text ?? this.addressed;
    return text === this.initialText ? undefined : text;
  }

  async start() {
    if (!MAY_EXECUTE || this.run || !this.tabs) return;
    this.tabs.choose("Call");
    if (this.leadToUnread() || this.leadToUnwritten()) return;
    if (isDestructive(plainValue(valueOf(this.detail, "annotations"))) && !((await confirmRun(this.name)) && this.tabs)) return;
    const argumentsText = this.draft.text;
    this.run = { controller: new AbortController(), started: performance.now(), bytes: 0 };
    this.onRunning(this.name, true);
    const hideRunning = showRunning(this);
    this.validation.check();
    this.apps.begin(argumentsText);
    const outcome = await callTool(this.name, argumentsText, this.run.controller.signal, (bytes) => (this.run.bytes = bytes));
    this.run = undefined;
    hideRunning();
    this.onRunning(this.name, false);
    this.showOutcome(outcome);
    this.apps.end(outcome);
    rememberCall(this.name, argumentsText, outcome);
    if (this.openTab === "History") this.tabs.choose("History");
  }

  validate() {
    if (!this.tabs) return;
    this.tabs.choose("Call");
    if (!this.leadToUnwritten()) this.validation.check();
  }

  // Of a text that is not JSON, the server would take what it can.
  leadToUnread() {
    const { error } = this.draft;
    if (error) {
      this.element.querySelector(".json-text").focus();
      announce(error.message);
    }
    return error;
  }

  // Letters in a number field are not in the text: the server would judge something else than what is seen.
  leadToUnwritten() {
    const field = this.form.firstUnwritten();
    field?.reportValidity();
    return field;
  }

  showOutcome(outcome, note) {
    this.result.replaceChildren(resultView(outcome, note));
    // Brought into sight only from below: what is in sight already stays where it is.
    const { top } = this.result.getBoundingClientRect();
    if (top > innerHeight * 0.7 && !this.apps.isOpen()) this.result.firstChild.scrollIntoView({ block: "start" });
    const facts = [outcome.headline, outcome.status && `HTTP ${outcome.status}`, durationInWords(outcome.duration)];
    announce(`${named(this.name, 60)}: ${facts.filter(Boolean).join(", ")}`);
  }
}

// Annotations and icons are read like those of the list.
function plainValue(node) {
  return node && JSON.parse(rawOf(node));
}

function confirmRun(name) {
  const dialog = byId("confirm");
  byId("confirm-tool").replaceChildren(nameNode(name));
  dialog.returnValue = "";
  openDialog(dialog);
  wakeWhenSeen(dialog, [dialog.querySelector("[value=run]")]);
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true }));
}

// The time a call takes and what has arrived of its answer; gives the function that ends it.
function showRunning({ name, run, runBar, runButton }) {
  const clock = element("span");
  runBar.replaceChildren(element("span.running", { role: "img", "aria-label": "running" }), clock, button("Cancel", () => run.controller.abort()));
  runButton.setAttribute("aria-disabled", true);
  announce(`Running ${named(name, 60)}`);
  const tick = () => {
    clock.textContent = [durationInWords(performance.now() - run.started), run.bytes > 0 && sizeInWords(run.bytes)].filter(Boolean).join(" · ");
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
