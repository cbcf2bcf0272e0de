// A text of a server in the form that suits it: rows, a tree, Markdown or plain text.

// eslint-disable-next-line import/no-restricted-paths -- a text that is HTML is shown in a frame like those of apps
import { htmlView } from "../apps/html/html-frame";
import { copyButton } from "../dom/copy";
import { element } from "../dom/element";
import type { JsonNode, MaybeNode } from "../json/node";
import { writingJson } from "../json/write";
import { looksLikeMarkdown, mayBeMarkdown } from "../markdown/looks-like";
import { markdown } from "../markdown/markdown";
import { finishInSlices } from "../scheduling/slices";
import { isHtmlType } from "../text/mime-type";
import { type View, switchedViews } from "./switched";
import { jsonTable } from "./table";
import { tableRows } from "./table-rows";
import { textViewer } from "./text-viewer";
import { jsonTree } from "./tree";

interface TextViewOptions {
  readonly label: string;
  readonly filename: string;
  // The parsed text, if it is JSON.
  readonly json?: MaybeNode;
  readonly mimeType?: string | undefined;
}

export function textView(text: string, { label, filename, json, mimeType }: TextViewOptions): HTMLElement {
  const raw: View = { name: "Raw", make: () => textViewer(text, { label, filename, json, format: false }) };
  // The text of HTML comes first: nothing of a server runs before somebody has asked for it.
  if (isHtmlType(mimeType))
    return switchedViews(label, [raw, { name: "Page", make: () => htmlView(text, `${label}, as a page`) }]);
  return switchedViews(label, json ? [...jsonViews(json), raw] : textViews(text, raw, mimeType));
}

function jsonViews(json: JsonNode): View[] {
  const rows = tableRows(json);
  const table: View[] = rows ? [{ name: "Table", make: () => jsonTable(rows) }] : [];
  return [...table, { name: "JSON", make: () => jsonTree(json), copy: () => formatted(json) }];
}

export function treeView(json: JsonNode): HTMLElement {
  return element(
    "div",
    element(
      "div.viewer-bar",
      copyButton(() => formatted(json)),
    ),
    jsonTree(json),
  );
}

function formatted(json: JsonNode): Promise<string> {
  return finishInSlices(writingJson(json, "  "));
}

function textViews(text: string, raw: View, mimeType: string | undefined): View[] {
  const isDeclared = /^text\/(x-)?markdown\b/i.test(mimeType ?? "");
  const isMarkdown = isDeclared || looksLikeMarkdown(text);
  if (!isMarkdown && !(text.includes("\n") && mayBeMarkdown(text))) return [raw];
  const tooLarge = () => element("p.hint", "This text is nested too deeply, or too large, to be shown as Markdown.");
  const view: View = { name: "Markdown", make: () => markdown(text) ?? tooLarge(), copy: () => text };
  return isMarkdown ? [view, raw] : [raw, view];
}
