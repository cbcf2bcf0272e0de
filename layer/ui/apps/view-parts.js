// The smaller parts of the inspector: notes, messages to the model, the app's tools, its source.

const NOTE_WORDS = { refused: "Refused", defaulted: "Defaulted", warning: "Warning", error: "Error" };

function appNotesView({ notes }) {
  if (notes.length === 0) return element("p.hint", "Nothing was refused, defaulted or unusual.");
  const row = ({ kind, text }) => element("li", element("strong", { class: kind === "error" ? "failed" : "" }, NOTE_WORDS[kind]), " ", element("span", printable(text, 2000)));
  return element("ul.app-notes", notes.map(row));
}

// This page has no model, so the app's messages to it are shown here.
function appModelView(run) {
  const { messages, context } = run.model;
  const message = ({ at, role, content }, index) => element("li", element("div.hint", `${role}, ${new Date(at).toLocaleTimeString()}`), appContent(content, regionLabel(run, `message ${index + 1}`)));
  return element(
    "div.app-part",
    element("p.hint", "This page has no model. What the app sends to one is kept here, for you to see."),
    element("div", element("h4", "Messages"), messages.length > 0 ? element("ol.calls", messages.map(message)) : element("p.hint", "None yet.")),
    element("div", element("h4", "Context"), context ? [appContent(context.content, regionLabel(run, "the context")), context.structuredContent !== undefined && jsonTree(nodeOf(context.structuredContent))] : element("p.hint", "None yet.")),
  );
}

function appContent(content, source) {
  return element("ol.items", content.map((item, index) => contentItem(nodeOf(item), `${index + 1} of ${source}`)));
}

// Converts a value from a message to a node, as the result views expect it.
function nodeOf(value) {
  return readJson(JSON.stringify(value));
}

function appToolsView(run) {
  if (run.appTools.length === 0) return element("p.hint", "The app offers no tools of its own.");
  return element("ul.app-part", run.appTools.map((tool) => element("li", appToolView(run, tool))));
}

function appToolView(run, tool) {
  const area = element("textarea.code", { id: freshId(), ...VERBATIM, rows: 2, value: prefill(nodeOf(tool.inputSchema ?? {})) });
  const output = element("div", { "aria-live": "polite" });
  const call = async () => {
    trigger.setAttribute("aria-disabled", true);
    try {
      const result = await run.callAppTool(tool.name, JSON.parse(area.value.trim() || "{}"));
      const text = JSON.stringify(result, null, 2);
      output.replaceChildren(textViewer(text, { label: regionLabel(run, `Result of ${printable(tool.name, 60)}`), filename: "result.json" }));
    } catch (problem) {
      output.replaceChildren(element("p.failure", printable(problem.message, 2000)));
    }
    trigger.removeAttribute("aria-disabled");
  };
  const trigger = button("Call", () => trigger.ariaDisabled || call(), "small");
  const about = typeof tool.description === "string" && element("p.prose", clipped(tool.description, LONG_DESCRIPTION));
  const summary = [element("code", nameNode(tool.name)), tool.title && typeof tool.title === "string" && [" ", nameNode(tool.title)]].flat();
  return lazyDetails(summary, () => element("div.app-part", about, hintList(tool), element("label", { for: area.id }, "Arguments, as JSON"), area, element("p", trigger), output));
}

function appSourceView(run) {
  const { html, sha256 } = run;
  if (html === undefined) return element("p.hint", "There is no document yet.");
  const hash = sha256 ? [element("code", sha256), copyButton(() => sha256, "Copy SHA-256")] : ["needs HTTPS or localhost"];
  const facts = element("p.hint", `${formatSize(new Blob([html]).size)} · SHA-256 `, hash);
  return element("div.app-part", facts, textViewer(html, { label: regionLabel(run, "Document"), filename: "app.html" }));
}
