// A text of a server in the form that suits it: rows, a tree, Markdown or plain text.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
// eslint-disable-next-line import/no-restricted-paths -- a text that is HTML is shown in a frame like those of apps
import { HtmlPage } from "../apps/html/html-frame";
import { CopyButton } from "../dom/copy";
import type { JsonNode, MaybeNode } from "../json/node";
import { writingJson } from "../json/write";
import { looksLikeMarkdown, mayBeMarkdown } from "../markdown/looks-like";
import { markdown } from "../markdown/markdown";
import { finishInSlices } from "../scheduling/slices";
import { isHtmlType } from "../text/mime-type";
import { Switched, type View } from "./switched";
import { JsonTable } from "./table";
import { tableRows } from "./table-rows";
import { TextViewer } from "./text-viewer";
import { JsonTree } from "./tree";

interface TextViewProps {
  readonly text: string;
  readonly label: string;
  readonly filename: string;
  /** The parsed text, if it is JSON. */
  readonly json?: MaybeNode;
  readonly mimeType?: string | undefined;
}

/** A text in the form that suits it, with switches to the others. */
export function TextView(props: TextViewProps): VNode {
  const { text, label, json, mimeType } = props;
  return <Switched label={label} views={useMemo(() => viewsOf(props), [text, json, mimeType])} />;
}

function viewsOf({ text, label, filename, json, mimeType }: TextViewProps): View[] {
  const raw: View = {
    name: "Raw",
    draw: () => <TextViewer text={text} label={label} filename={filename} json={json} format={false} />,
  };
  // The text of HTML comes first: nothing of a server runs before somebody has asked for it.
  if (isHtmlType(mimeType))
    return [raw, { name: "Page", draw: () => <HtmlPage text={text} title={`${label}, as a page`} /> }];
  return json ? [...jsonViews(json), raw] : textViews(text, raw, mimeType);
}

function jsonViews(json: JsonNode): View[] {
  const rows = tableRows(json);
  const table: View[] = rows ? [{ name: "Table", draw: () => <JsonTable rows={rows} /> }] : [];
  return [...table, { name: "JSON", draw: () => <JsonTree node={json} />, copy: () => formatted(json) }];
}

/** A tree below a button that copies the whole. */
export function TreeView({ json }: { readonly json: JsonNode }): VNode {
  return (
    <div>
      <div class="viewer-bar">
        <CopyButton text={() => formatted(json)} />
      </div>
      <JsonTree node={json} />
    </div>
  );
}

function formatted(json: JsonNode): Promise<string> {
  return finishInSlices(writingJson(json, "  "));
}

function textViews(text: string, raw: View, mimeType: string | undefined): View[] {
  const isDeclared = /^text\/(x-)?markdown\b/i.test(mimeType ?? "");
  const isMarkdown = isDeclared || looksLikeMarkdown(text);
  if (!isMarkdown && !(text.includes("\n") && mayBeMarkdown(text))) return [raw];
  const view: View = { name: "Markdown", draw: () => markdown(text) ?? <NoMarkdown />, copy: () => text };
  return isMarkdown ? [view, raw] : [raw, view];
}

function NoMarkdown(): VNode {
  return <p class="hint">This text is nested too deeply, or too large, to be shown as Markdown.</p>;
}
