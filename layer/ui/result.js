// The outcome of a call: what happened in one line, then the content, the structured content and the raw answer.

function resultView(outcome, note) {
  const facts = [
    outcome.status !== undefined && `HTTP ${outcome.status}`,
    durationInWords(outcome.duration),
    outcome.text && sizeInWords(outcome.size),
  ].filter(Boolean);
  const head = element(
    "div",
    { class: "result-head" },
    element("strong", { class: `outcome ${outcome.kind.replace(" ", "-")}` }, outcome.kind === "failure" ? "Failed" : outcome.headline),
    facts.map((fact) => element("span", { class: "hint" }, fact)),
    outcome.trace && element("span", { class: "trace" }, element("span", { class: "hint" }, "Trace "), element("code", {}, spelled(outcome.trace, 100)), copyButton(outcome.trace)),
    note && element("span", { class: "hint" }, note),
  );
  const view = element("div", { class: "result" }, head);
  if (outcome.kind === "failure") view.append(element("p", { class: "failure prose" }, outcome.headline));
  const tabs = resultTabs(outcome);
  if (tabs.length === 0) return view;
  const { list, panels } = tabSet("Parts of the result", tabs);
  view.append(list, panels);
  return view;
}

function resultTabs(outcome) {
  const { root, text } = outcome;
  const tabs = [];
  const content = itemsOf(valueOf(root, "content"));
  const structured = outcome.kind === "failure" ? undefined : valueOf(root, "structuredContent");
  const table = structured && tableRows(structured);
  if (content.length > 0 || (root && !structured && outcome.kind !== "failure")) tabs.push({ name: "Content", panel: () => contentList(content) });
  if (table) tabs.push({ name: "Table", panel: () => jsonTable(table) });
  if (structured) tabs.push({ name: "Structured", panel: () => structuredView(structured) });
  if (text) tabs.push({ name: "Raw", panel: () => textViewer(text, { label: "The whole answer", filename: "result.json", json: root, format: false }) });
  return tabs;
}

const ITEMS_AT_ONCE = 50;

function contentList(items) {
  if (items.length === 0) return element("p", { class: "hint" }, "The result has no content.");
  const list = element("ol", { class: "items" });
  const more = button("", () => addItems(list.children.length), { class: "small" });
  const addItems = (start) => {
    const end = Math.min(start + ITEMS_AT_ONCE, items.length);
    for (let index = start; index < end; index += 1) list.append(contentItem(items[index], index + 1));
    more.textContent = `Show more (${counted(items.length - end, "item")} left)`;
    more.hidden = end === items.length;
  };
  addItems(0);
  return element("div", {}, list, more);
}

function structuredView(node) {
  const place = element("div", {});
  const copy = async ({ currentTarget }) => copyText(await finishInSlices(writingJson(node, "  ")), currentTarget);
  place.append(element("div", { class: "viewer-bar" }, button("Copy", copy, { class: "quiet" })), jsonTree(node));
  return place;
}
