// The view of a finished call: a summary line, then the content, the structured content and the raw response.

import { openAccessDialog } from "../access/dialog";
import { copyButton } from "../dom/copy";
import { button, element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/paged";
import { type Tab, tabSet } from "../dom/tabs";
import { type JsonNode, type MaybeNode, itemsOf, membersOf, rawOf, stringOf, valueOf } from "../json/node";
import { hasHostEndpoint } from "../protocol/host";
import type { Outcome } from "../protocol/outcome";
import { printableText } from "../text/printable";
import { jsonTable } from "../viewer/table";
import { tableRows } from "../viewer/table-rows";
import { treeView } from "../viewer/text-view";
import { textViewer } from "../viewer/text-viewer";
import { callFacts } from "./facts";
import { contentItem } from "./content";
import type { Position } from "./item-view";
import { mismatchList } from "./mismatches";

const LONGEST_STDERR = 4000;
const LONGEST_ARGUMENTS = 20000;
// Longer arguments are folded.
const LONGEST_OPEN = 400;

interface ResultOptions {
  // Shown in the summary line.
  readonly notes?: readonly string[];
  // The arguments of the call, if they are shown with it.
  readonly argumentsText?: string | undefined;
  // Shown at the end of the summary line.
  readonly action?: HTMLElement | undefined;
  // Shown below the failure that it is about.
  readonly advice?: HTMLElement | undefined;
  // Returns the views of a result; those of a tool's result by default.
  readonly views?: (root: JsonNode) => Tab[];
  // The tab that is opened first.
  readonly initial?: string | undefined;
}

export function resultView(
  call: Outcome,
  { notes = [], argumentsText, action, advice, views = toolViews, initial }: ResultOptions = {},
): HTMLElement {
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
    call.mismatches?.length === 0 && schemaFact(call),
    notes.map((note) => element("span.hint", note)),
    action,
  );
  const view = element("div.result", summary, argumentsText !== undefined && argumentsView(argumentsText));
  if (kind === "failed") {
    // The last lines of a process need not be the reason for its end.
    const stderr = itemsOf(valueOf(valueOf(call.root, "data"), "stderr")).flatMap((line) => stringOf(line) ?? []);
    view.append(element("p.failure.prose", headline));
    if (stderr.length > 0) {
      view.append(
        element("p.hint.prose", printableText(["Last lines of stderr:", ...stderr].join("\n"), LONGEST_STDERR)),
      );
    }
  }
  if (advice) view.append(advice);
  if (status === 401) {
    const isOther = hasHostEndpoint("authorization");
    const token = button(isOther ? "Use a token" : "Add token", openAccessDialog, isOther ? "" : "primary");
    view.append(element("p", token));
  }
  const tabs = resultTabs(call, views);
  if (tabs.length > 0) {
    const { list, panels } = tabSet("Parts of the result", tabs, { initial: initial ?? firstTab(call, tabs) });
    view.append(list, panels);
  }
  const mismatches = mismatchList(call);
  if (mismatches) view.append(mismatches);
  return view;
}

// JSON Schema leaves the check of `format` to the client.
function schemaFact({ misformatted }: Outcome): HTMLElement {
  if (misformatted === undefined) return element("span.hint", "Matches outputSchema");
  return element("span.misformatted", `Matches outputSchema, but strict clients refuse: ${misformatted}`);
}

function argumentsView(text: string): HTMLElement {
  const shown = element("pre.code", { tabindex: 0, role: "region", "aria-label": "Arguments of this run" });
  shown.append(printableText(text.trim() || "{}", LONGEST_ARGUMENTS));
  const open = text.length <= LONGEST_OPEN;
  return element("details.more", { open }, element("summary", "Arguments of this run"), shown);
}

function resultTabs({ kind, root, text, code }: Outcome, views: (root: JsonNode) => Tab[]): Tab[] {
  const tabs = kind !== "failed" && root !== undefined ? views(root) : [];
  if (text) tabs.push({ name: "Raw", panel: () => rawView(text, root, code !== undefined) });
  return tabs;
}

function toolViews(root: JsonNode): Tab[] {
  const structured = valueOf(root, "structuredContent");
  const content = itemsOf(valueOf(root, "content"));
  const table = structured && tableRows(structured);
  const tabs: Tab[] = [];
  if (table) tabs.push({ name: "Table", panel: () => jsonTable(table) });
  if (content.length > 0 || !structured)
    tabs.push({ name: "Content", panel: () => itemList(content, contentItem, "The result has no content.") });
  if (structured) tabs.push({ name: "Structured", panel: () => treeView(structured) });
  return tabs;
}

// Rows come first. Otherwise, many servers repeat the structured content as a text, which is no better as the first sight, unless it
// is the only string in it.
function firstTab({ root }: Outcome, tabs: readonly Tab[]): string {
  // The text itself is not decoded, which would take long if it is large.
  const [member, ...others] = membersOf(valueOf(root, "structuredContent"));
  const onlyValue = member && others.length === 0 ? rawOf(member.value) : "";
  const isRepetition = (item: JsonNode) => {
    const text = valueOf(item, "text");
    if (text === undefined || rawOf(text) === onlyValue) return false;
    return /^"(?:\s|\\n)*[[{]/.test(text.source.slice(text.start, text.start + 40));
  };
  const hasStructured = tabs.some(({ name }) => name === "Structured");
  const isTable = tabs[0]?.name === "Table";
  return !isTable && hasStructured && itemsOf(valueOf(root, "content")).every(isRepetition)
    ? "Structured"
    : tabs[0]!.name;
}

function rawView(text: string, root: MaybeNode, format: boolean): HTMLElement {
  return textViewer(text, { label: "The whole response", filename: "result.json", json: root, format });
}

type ItemDrawer = (item: JsonNode, position: Position) => HTMLElement;

export function itemList(items: readonly JsonNode[], draw: ItemDrawer, ifEmpty: string): HTMLElement {
  if (items.length === 0) return element("p.hint", ifEmpty);
  const list = element("ol.items");
  const more = fillPaged(list, items.length, (index) => draw(items[index]!, index + 1), 50);
  return element("div", list, more);
}
