// The view of one tool: its head, and tabs for the call, the schemas, the code snippets and the history.
const MAY_EXECUTE = document.documentElement.dataset.allowExecute === "true";
const LONG_DESCRIPTION = 3000;

function drawTool(session) {
  session.tabs = tabSet("Views of the tool", [
    { name: "Call", panel: callPanel(session) },
    { name: "Schema", panel: () => schemaPanel(session.detail) },
    { name: "Code", panel: () => snippetView(session.name, session.draft), fresh: true },
    { name: "History", panel: () => historyView(session.name, historyActions(session)), fresh: true },
  ], { onChoose: (name) => (session.openTab = name) });
  session.element.replaceChildren(toolHead(session), session.tabs.list, session.tabs.panels);
}

function toolHead(session) {
  const { detail, name } = session;
  const title = textAt(detail, "title");
  const description = textAt(detail, "description") ?? "";
  const link = () => new URL(toolLink(name, session.linkedArguments()), location.href).href;
  const whole = () => textViewer(description, { label: "The whole description", filename: "description.txt" });
  return element(
    "header.tool-head",
    element("div.tool-heading", toolIcon(plainValue(valueOf(detail, "icons"))), element(title ? "h2" : "h2.mono", nameNode(title || name, 300)), copyButton(link, "Copy link")),
    title && element("p.mono.hint", nameNode(name, 300)),
    element("p.prose", clipped(description, LONG_DESCRIPTION)),
    description.length > LONG_DESCRIPTION && lazyDetails("The whole description", whole),
    hintList({ annotations: plainValue(valueOf(detail, "annotations")), _meta: plainValue(valueOf(detail, "_meta")) }),
  );
}

function callPanel(session) {
  const { draft } = session;
  const form = (session.form = new ArgumentForm(draft, session.schema));
  const select = (path) => session.focusJsonError() ?? form.focusField(path);
  session.validation = new Validation(session.name, draft, { onViolations: (violations) => form.showViolations(violations), onSelect: select });
  const argumentsView = element("section.arguments", { "aria-label": "Arguments" }, element("div.column", element("h3", "Arguments"), form.element), jsonColumn(session));
  return element("div.call", argumentsView, session.validation.element, actionBar(session), session.apps.element, session.result);
}

// The arguments as JSON text, which the form edits too.
function jsonColumn(session) {
  const { draft } = session;
  const area = element("textarea.code.json-text", { id: freshId(), ...VERBATIM, rows: 3 });
  const problem = element("p.error", { id: freshId(), role: "status" });
  area.setAttribute("aria-describedby", problem.id);
  area.addEventListener("input", () => draft.set(area.value, "text"));
  const follow = () => {
    if (area.value !== draft.text) area.value = draft.text;
    problem.textContent = draft.error?.message ?? "";
    area.setAttribute("aria-invalid", Boolean(draft.error));
  };
  draft.onChange(follow);
  follow();
  const format = () => draft.root && draft.set(prettyJson(draft.root));
  const reset = () => {
    draft.set(session.initialText);
    session.validation.clear();
  };
  const tools = element("span.field-actions", button("Format", format, "quiet small"), copyButton(() => draft.text), button("Reset", reset, "quiet small"));
  return element("div.column", element("div.column-head", element("h3", element("label", { for: area.id }, "JSON")), tools), area, problem);
}

function actionBar(session) {
  session.runButton = button("Run", () => session.start(), "primary");
  session.runBar = element("span.run-bar");
  const validate = button("Validate", () => session.validate());
  const off = element("p.hint", "Running tools is switched off on this server. Arguments can be validated.");
  return element("div.actions", MAY_EXECUTE ? [session.runButton, validate, session.runBar] : [validate, off]);
}

function schemaPanel(detail) {
  const part = (title, schema) => {
    const raw = () => textViewer(rawOf(schema), { label: `${title}, raw`, filename: "schema.json", json: schema });
    return schema && element("section", element("h3", title), schemaOutline(schema), lazyDetails("Raw schema", raw));
  };
  const meta = valueOf(detail, "_meta");
  return element(
    "div.schemas",
    part("Input", valueOf(detail, "inputSchema")) ?? element("p.hint", "The tool declares no input schema."),
    part("Output", valueOf(detail, "outputSchema")),
    meta && element("section", element("h3", "Metadata"), jsonTree(meta)),
  );
}

function historyActions(session) {
  const onUse = (call) => {
    session.draft.set(call.arguments);
    session.tabs.choose("Call");
  };
  const onShow = async (call) => {
    const shown = call.text ? await classifyCall({ ...call }) : call;
    session.tabs.choose("Call");
    session.apps.reset();
    session.showCall(shown, `from ${new Date(call.started).toLocaleString()}`);
  };
  const onRun = (call) => {
    onUse(call);
    session.start();
  };
  return { onUse, onShow, onRun: MAY_EXECUTE && onRun, onClear: () => session.tabs.choose("History") };
}
