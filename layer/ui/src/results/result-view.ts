// The view of a finished call: a summary line, then the content, the structured content and the raw response.

import { openAccessDialog } from "../access/dialog";
import { copyButton } from "../dom/copy";
import { button, element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/paged";
import { type Tab, tabSet } from "../dom/tabs";
import { type JsonNode, type MaybeNode, itemsOf, valueOf } from "../json/node";
import { writingJson } from "../json/write";
import type { Outcome } from "../protocol/outcome";
import { finishInSlices } from "../scheduling/slices";
import { jsonTable } from "../viewer/table";
import { tableRows } from "../viewer/table-rows";
import { textViewer } from "../viewer/text-viewer";
import { jsonTree } from "../viewer/tree";
import { callFacts } from "./facts";
import { contentItem } from "./content";

// `note` is shown in the summary line, and `advice` below the failure that it is about.
export function resultView(call: Outcome, note?: string, advice?: HTMLElement): HTMLElement {
  const { kind, headline, status, trace } = call;
  const { label, facts } = callFacts(call);
  const traced =
    trace &&
    element(
      "span.hint",
      "Trace ",
      element("code", nameNode(trace, 100)),
      copyButton(() => trace),
    );
  const hints = facts.map((fact) => element("span.hint", fact));
  const summary = element(
    "div.result-head",
    element("strong", { class: kind }, label),
    hints,
    traced,
    note && element("span.hint", note),
  );
  const view = element("div.result", summary);
  if (kind === "failed") view.append(element("p.failure.prose", headline));
  if (advice) view.append(advice);
  if (status === 401) view.append(element("p", button("Enter a token", openAccessDialog, "primary")));
  const tabs = resultTabs(call);
  if (tabs.length > 0) {
    const { list, panels } = tabSet("Parts of the result", tabs);
    view.append(list, panels);
  }
  return view;
}

function resultTabs({ kind, root, text, code }: Outcome): Tab[] {
  const isResult = kind !== "failed" && root !== undefined;
  const structured = isResult ? valueOf(root, "structuredContent") : undefined;
  const content = itemsOf(valueOf(root, "content"));
  const table = structured && tableRows(structured);
  const tabs: Tab[] = [];
  if (content.length > 0 || (isResult && !structured))
    tabs.push({ name: "Content", panel: () => contentList(content) });
  if (table) tabs.push({ name: "Table", panel: () => jsonTable(table) });
  if (structured) tabs.push({ name: "Structured", panel: () => structuredView(structured) });
  if (text) tabs.push({ name: "Raw", panel: () => rawView(text, root, code !== undefined) });
  return tabs;
}

function rawView(text: string, root: MaybeNode, format: boolean): HTMLElement {
  return textViewer(text, { label: "The whole response", filename: "result.json", json: root, format });
}

function contentList(items: readonly JsonNode[]): HTMLElement {
  if (items.length === 0) return element("p.hint", "The result has no content.");
  const list = element("ol.items");
  const more = fillPaged(list, items.length, (index) => contentItem(items[index]!, index + 1), 50);
  return element("div", list, more);
}

function structuredView(node: JsonNode): HTMLElement {
  const copy = copyButton(() => finishInSlices(writingJson(node, "  ")));
  return element("div", element("div.viewer-bar", copy), jsonTree(node));
}
