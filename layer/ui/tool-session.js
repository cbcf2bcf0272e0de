// Everything about one tool that outlives looking at another: its draft, its running call, its result and its view.
class ToolSession {
  constructor(name, { onRunning, onDraft }) {
    Object.assign(this, { name, onRunning, onDraft, detail: undefined, run: undefined });
    this.element = element("article", { class: "tool", "aria-busy": true });
  }

  // Fetches the description (again) and draws the view anew; the arguments stay as they are.
  async load(argumentsText) {
    try {
      this.detail = await fetchTool(this.name);
    } catch (problem) {
      if (this.detail) return announce(`Not reloaded: ${problem.message}`);
      this.element.removeAttribute("aria-busy");
      this.failure = problem;
      this.element.replaceChildren(...failureView(this.name, problem));
      return undefined;
    }
    this.failure = undefined;
    this.element.removeAttribute("aria-busy");
    this.schema = valueOf(this.detail, "inputSchema");
    if (this.schema?.type === "null") this.schema = undefined;
    this.initialText = this.schema ? prefill(this.schema) : "{}";
    const text = argumentsText ?? this.draft?.text ?? this.initialText;
    this.draft = new Draft(text);
    this.draft.onChange(() => this.onDraft(this));
    drawTool(this);
    return undefined;
  }

  // The arguments for the address: none while they are the ones the tool starts with.
  linkedArguments() {
    return this.draft && this.draft.text !== this.initialText ? this.draft.text : undefined;
  }

  async start() {
    if (this.run || !this.draft) return;
    const unwritten = this.form.firstUnwritten();
    if (unwritten) {
      announce("A field holds something that is not JSON yet.");
      unwritten.focus();
      return;
    }
    if (isDestructive(plainValue(valueOf(this.detail, "annotations"))) && !(await confirmRun(this.name))) return;
    const argumentsText = this.draft.text;
    const controller = new AbortController();
    this.run = { controller, started: performance.now(), bytes: 0 };
    this.onRunning(this.name, true);
    const stopClock = showRunning(this);
    this.validation.check();
    const outcome = await callTool(this.name, argumentsText, controller.signal, (bytes) => (this.run.bytes = bytes));
    this.run = undefined;
    stopClock();
    this.onRunning(this.name, false);
    this.showOutcome(outcome);
    rememberCall(this.name, argumentsText, outcome);
    this.history?.refresh();
  }

  showOutcome(outcome, note) {
    this.result.replaceChildren(resultView(outcome, note));
    announce(`${spelled(this.name, 60)}: ${outcome.headline}${outcome.status ? `, HTTP ${outcome.status}` : ""}, ${durationInWords(outcome.duration)}`);
  }

  cancel() {
    this.run?.controller.abort();
  }
}

// Annotations and icons are read like those of the list.
function plainValue(node) {
  return node ? JSON.parse(rawOf(node)) : undefined;
}

function confirmRun(name) {
  const dialog = byId("confirm");
  byId("confirm-text").replaceChildren(element("bdi", {}, element("code", {}, spelled(name, 200))), " says it may delete or overwrite things. It will run with the arguments as they are now.");
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true }));
}

// The time a call takes, and what has arrived of its answer.
function showRunning(session) {
  const clock = element("span", { class: "clock", "aria-hidden": true });
  const cancel = button("Cancel", () => session.cancel(), { class: "cancel" });
  const spinner = element("span", { class: "running", role: "img", "aria-label": "running" });
  session.runBar.replaceChildren(spinner, element("span", {}, "Running"), clock, cancel);
  session.runBar.hidden = false;
  session.runButton.setAttribute("aria-disabled", true);
  announce(`Running ${spelled(session.name, 60)}`);
  const tick = () => {
    const { started, bytes } = session.run;
    clock.textContent = durationInWords(performance.now() - started) + (bytes > 0 ? ` · ${sizeInWords(bytes)}` : "");
  };
  tick();
  const timer = setInterval(tick, 100);
  return () => {
    clearInterval(timer);
    session.runBar.hidden = true;
    session.runBar.replaceChildren();
    session.runButton.removeAttribute("aria-disabled");
  };
}

function failureView(name, problem) {
  return [
    element("h2", {}, element("bdi", {}, spelled(name, 200))),
    element("p", { class: "failure", role: "alert" }, problem.message),
    problem.status === 401 && button("Give a token", openAccessDialog, { class: "primary" }),
  ].filter(Boolean);
}
