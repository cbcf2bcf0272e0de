// Everything about one tool that outlives looking at another: its draft, its running call, its result, its apps and its view.
class ToolSession {
  constructor(name, { onRunning, onDraft }) {
    Object.assign(this, { name, onRunning, onDraft, detail: undefined, draft: undefined, run: undefined });
    this.element = element("article.tool");
    this.result = element("section", { "aria-label": "Result" });
    this.apps = new AppArea(this);
  }

  // Fetches the description (again) and draws the view anew; the arguments stay as they are.
  async load(argumentsText = this.draft?.text) {
    try {
      this.detail = await fetchTool(this.name);
    } catch (problem) {
      await this.apps.close();
      const token = problem.status === 401 && button("Give a token", openAccessDialog, "primary");
      this.element.replaceChildren(element("h2", nameNode(this.name)), element("p.failure", { role: "alert" }, problem.message), token || "");
      return;
    }
    // Drawing the view anew would load their frames anew.
    await this.apps.renew();
    this.schema = valueOf(this.detail, "inputSchema") ?? readJson("{}");
    this.initialText = prefill(this.schema);
    this.draft = new Draft(argumentsText ?? this.initialText);
    this.draft.onChange(() => {
      this.onDraft(this);
      this.apps.typed();
    });
    drawTool(this);
  }

  // The arguments for the address: none while they are the ones the tool starts with.
  linkedArguments() {
    return this.draft?.text === this.initialText ? undefined : this.draft?.text;
  }

  async start() {
    if (!MAY_EXECUTE || this.run || !this.draft || this.leadToUnwritten()) return;
    if (isDestructive(plainValue(valueOf(this.detail, "annotations"))) && !(await confirmRun(this.name))) return;
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
  }

  validate() {
    if (!this.leadToUnwritten()) this.validation?.check();
  }

  // Letters in a number field are not in the text: the server would judge something else than what is seen.
  leadToUnwritten() {
    const field = this.form?.firstUnwritten();
    field?.focus();
    if (field) announce("A field holds something that is not JSON yet.");
    return field;
  }

  showOutcome(outcome, note) {
    this.result.replaceChildren(resultView(outcome, note));
    // Brought into sight only from below: what is in sight already stays where it is.
    const { top } = this.result.getBoundingClientRect();
    if (top > innerHeight * 0.7 && !this.apps.isOpen()) this.result.firstChild.scrollIntoView({ block: "start" });
    const facts = [outcome.headline, outcome.status && `HTTP ${outcome.status}`, durationInWords(outcome.duration)];
    announce(`${spelled(this.name, 60)}: ${facts.filter(Boolean).join(", ")}`);
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
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true }));
}

// The time a call takes and what has arrived of its answer; gives the function that ends it.
function showRunning({ name, run, runBar, runButton }) {
  const clock = element("span");
  runBar.replaceChildren(element("span.running", { role: "img", "aria-label": "running" }), clock, button("Cancel", () => run.controller.abort()));
  runButton.setAttribute("aria-disabled", true);
  announce(`Running ${spelled(name, 60)}`);
  const tick = () => {
    clock.textContent = [durationInWords(performance.now() - run.started), run.bytes > 0 && sizeInWords(run.bytes)].filter(Boolean).join(" · ");
  };
  tick();
  const timer = setInterval(tick, 100);
  return () => {
    clearInterval(timer);
    runBar.replaceChildren();
    runButton.removeAttribute("aria-disabled");
  };
}
