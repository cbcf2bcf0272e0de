// The view of one tool: its head, and tabs to call it, to read its schemas, to take the call elsewhere and to look back.
const MAY_EXECUTE = document.documentElement.dataset.allowExecute === "true";

function drawTool(session) {
  const tabs = [
    { name: "Call", panel: callPanel(session) },
    { name: "Schema", panel: () => schemaPanel(session.detail) },
    { name: "Code", panel: () => codePanel(session) },
    { name: "History", panel: () => historyPanel(session) },
  ];
  session.tabs = tabSet("Views of the tool", tabs, {
    onChoose: (name) => {
      if (name === "Code") session.snippets?.render();
      if (name === "History") session.history?.refresh();
    },
  });
  session.element.replaceChildren(toolHead(session), session.tabs.list, session.tabs.panels);
}

function toolHead(session) {
  const { detail, name } = session;
  const title = stringOf(valueOf(detail, "title"));
  const description = stringOf(valueOf(detail, "description")) ?? "";
  const link = () => new URL(toolLink(name, session.linkedArguments()), location.href).href;
  const long = description.length > 3000;
  const icons = plainValue(valueOf(detail, "icons"));
  return element(
    "header",
    { class: "tool-head" },
    element(
      "div",
      { class: "tool-heading" },
      toolIcon({ icons }),
      element("h2", {}, element("bdi", { class: title ? undefined : "mono" }, spelled(title || name, 300))),
      copyButton(link, "Copy link"),
    ),
    title && element("p", { class: "tool-id" }, element("bdi", {}, element("code", {}, spelled(name, 300)))),
    description && element("p", { class: "prose description" }, long ? description.slice(0, 3000) : description),
    long && element("details", {}, element("summary", {}, "The whole description"), textViewer(description, { label: "The whole description", filename: "description.txt" })),
    annotationList(plainValue(valueOf(detail, "annotations"))),
  );
}

function callPanel(session) {
  const { draft } = session;
  const form = (session.form = new ArgumentForm(draft, session.schema));
  const area = element("textarea", { class: "code json-text", id: freshId("json"), spellcheck: "false", autocomplete: "off", rows: 6, value: draft.text });
  const problem = element("p", { class: "error", id: freshId("problem"), role: "status" });
  area.setAttribute("aria-describedby", problem.id);
  const redraw = debounced(() => draft.set(area.value, "text"), 200);
  area.addEventListener("input", redraw);
  area.addEventListener("blur", () => area.value !== draft.text && draft.set(area.value, "text"));
  const follow = () => {
    if (area.value !== draft.text) area.value = draft.text;
    problem.textContent = draft.error?.message ?? "";
    area.toggleAttribute("aria-invalid", Boolean(draft.error));
  };
  draft.onChange(follow);
  follow();
  const validation = (session.validation = new Validation(session.name, draft, {
    onViolations: (violations) => form.showViolations(violations),
    onLead: (path) => (draft.error ? area.focus() : form.focusField(path)),
  }));
  session.area = area;
  session.result ??= element("section", { class: "results", "aria-label": "Result" });
  return element(
    "div",
    { class: "call" },
    element(
      "section",
      { class: "arguments", "aria-label": "Arguments" },
      element("div", { class: "column" }, element("h3", {}, "Arguments"), form.element),
      element("div", { class: "column" }, element("div", { class: "column-head" }, element("h3", {}, element("label", { for: area.id }, "JSON")), jsonTools(session)), area, problem),
    ),
    validation.element,
    actionBar(session),
    session.result,
  );
}

function jsonTools(session) {
  const { draft } = session;
  const format = () => draft.root && draft.set(prettyJson(draft.root), "format");
  const reset = () => {
    draft.set(session.initialText, "reset");
    session.validation.clear();
  };
  return element("span", { class: "field-actions" }, button("Format", format, { class: "quiet small" }), copyButton(() => draft.text), button("Reset", reset, { class: "quiet small" }));
}

function actionBar(session) {
  const run = button("Run", () => session.start(), { class: "primary", "aria-keyshortcuts": "Control+Enter Meta+Enter" });
  session.runButton = run;
  session.runBar = element("span", { class: "run-bar", hidden: true });
  const validate = button("Validate", () => runValidation(session), { "aria-keyshortcuts": "Control+Shift+Enter" });
  if (MAY_EXECUTE) return element("div", { class: "actions" }, run, validate, session.runBar);
  return element("div", { class: "actions" }, validate, element("p", { class: "hint" }, "Running tools is switched off on this server. Arguments can be validated."));
}

function runValidation(session) {
  // Letters in a number field are not in the text, so the server would judge something else than what is seen.
  const unwritten = session.form.firstUnwritten();
  if (unwritten) unwritten.focus();
  session.validation.check();
}

function schemaPanel(detail) {
  const part = (title, schema) => {
    if (!schema) return undefined;
    const raw = element("details", { class: "raw" }, element("summary", {}, "Raw schema"));
    raw.addEventListener("toggle", () => raw.lastElementChild.tagName === "DIV" || raw.append(textViewer(rawOf(schema), { label: `${title}, raw`, filename: "schema.json", json: schema })));
    return element("section", { class: "schema" }, element("h3", {}, title), schemaOutline(schema), raw);
  };
  const meta = valueOf(detail, "_meta");
  return element(
    "div",
    { class: "schemas" },
    part("Input", valueOf(detail, "inputSchema")) ?? element("p", { class: "hint" }, "The tool declares no input schema."),
    part("Output", valueOf(detail, "outputSchema")),
    meta && element("section", { class: "schema" }, element("h3", {}, "Metadata"), jsonTree(meta)),
  );
}

function codePanel(session) {
  session.snippets = snippetView(session.name, session.draft);
  session.snippets.render();
  return session.snippets.view;
}

function historyPanel(session) {
  const use = (call) => {
    session.draft.set(call.arguments, "history");
    session.tabs.choose("Call");
    session.runButton.focus();
  };
  const look = async (call) => {
    const outcome = { ...call };
    await readOutcome(outcome);
    session.tabs.choose("Call");
    session.showOutcome(outcome, `from ${new Date(call.started).toLocaleString()}`);
    session.result.scrollIntoView({ block: "nearest" });
  };
  const again = (call) => {
    use(call);
    session.start();
  };
  session.history = historyView(session.name, { onUse: use, onLook: look, onRun: MAY_EXECUTE ? again : undefined });
  return session.history.view;
}
