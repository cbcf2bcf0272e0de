// The view of a finished call: a summary line, then the content, the structured content and the raw response.

function callFacts({ kind, headline, status, duration, size }) {
  const facts = [status && `HTTP ${status}`, formatDuration(duration), size > 0 && formatSize(size)].filter(Boolean);
  return [element("strong", { class: kind }, kind === "failed" ? "Failed" : headline), facts.map((fact) => element("span.hint", fact))].flat();
}

function resultView(call, note) {
  const { kind, headline, status, trace, root, text } = call;
  const traced = trace && element("span.hint", "Trace ", element("code", nameNode(trace, 100)), copyButton(() => trace));
  const view = element("div.result", element("div.result-head", callFacts(call), traced, note && element("span.hint", note)));
  if (kind === "failed") view.append(element("p.failure.prose", headline));
  if (status === 401) view.append(element("p", button("Enter a token", openAccessDialog, "primary")));
  const structured = kind !== "failed" && valueOf(root, "structuredContent");
  const content = itemsOf(valueOf(root, "content"));
  const table = structured && tableRows(structured);
  const tabs = [
    (content.length > 0 || (kind !== "failed" && root && !structured)) && { name: "Content", panel: () => contentList(content) },
    table && { name: "Table", panel: () => jsonTable(table) },
    structured && { name: "Structured", panel: () => structuredView(structured) },
    text && { name: "Raw", panel: () => textViewer(text, { label: "The whole response", filename: "result.json", json: root, format: false }) },
  ].filter(Boolean);
  if (tabs.length > 0) view.append(...Object.values(tabSet("Parts of the result", tabs)).slice(0, 2));
  return view;
}

function contentList(items) {
  if (items.length === 0) return element("p.hint", "The result has no content.");
  const list = element("ol.items");
  return element("div", list, fillPaged(list, items.length, (index) => contentItem(items[index], index + 1), 50));
}

function structuredView(node) {
  return element("div", element("div.viewer-bar", copyButton(() => finishInSlices(writingJson(node, "  ")))), jsonTree(node));
}
