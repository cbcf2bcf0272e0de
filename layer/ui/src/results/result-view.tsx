// A finished call: a summary line, then the content, the structured content and the raw response.

import type { ComponentChildren, VNode } from "preact";
import { openAccessDialog } from "../access/dialog";
import { CopyButton } from "../dom/copy";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type TabView, Tabs } from "../dom/tabs";
import { type JsonNode, itemsOf, membersOf, rawOf, stringOf, valueOf } from "../json/node";
import { offersSignIn } from "../protocol/host";
import type { Outcome } from "../protocol/outcome";
import { printableText } from "../text/printable";
import { JsonTable } from "../viewer/table";
import { tableRows } from "../viewer/table-rows";
import { TreeView } from "../viewer/text-view";
import { TextViewer } from "../viewer/text-viewer";
import { callFacts } from "./facts";
import { ContentItem } from "./content";
import type { Position } from "./item-view";
import { Mismatches } from "./mismatches";

// The characters that are shown of the last lines of stderr. The rest is cut.
const LONGEST_STDERR = 4000;
// The characters that are shown of the arguments of a run. Longer ones are cut.
const LONGEST_ARGUMENTS = 20000;
// Longer arguments are folded.
const LONGEST_OPEN = 400;

interface ResultOptions {
  /** Shown in the summary line. */
  readonly notes?: readonly string[];
  /** The arguments of the call, if they are shown with it. */
  readonly argumentsText?: string | undefined;
  /** Shown at the end of the summary line. */
  readonly action?: ComponentChildren;
  /** Shown below the failure that it is about. */
  readonly advice?: ComponentChildren;
  /** The views of a result; those of a tool's result by default. */
  readonly views?: (root: JsonNode) => TabView[];
  /** The tab that is opened first. */
  readonly initial?: string | undefined;
  /** Called with the name of each tab that is opened. */
  readonly onTab?: (name: string) => void;
}

/** A finished call. */
export function Result({ call, ...options }: ResultOptions & { readonly call: Outcome }): VNode {
  const { notes = [], argumentsText, action, advice, views = toolViews, initial, onTab } = options;
  const tabs = resultTabs(call, views);
  const body = (list: VNode | null, panels: VNode | null) => (
    <div class="result">
      <div class="result-head">
        <Summary call={call} notes={notes} action={action} />
        {list}
      </div>
      {argumentsText !== undefined && <Arguments text={argumentsText} />}
      {call.kind === "failed" && <Failure call={call} />}
      {advice}
      {call.status === 401 && <TokenButton />}
      {panels}
      <Mismatches outcome={call} />
    </div>
  );
  if (tabs.length === 0) return body(null, null);
  return (
    <Tabs label="Parts of the result" tabs={tabs} initial={initial ?? firstTab(call, tabs)} onChoose={onTab}>
      {body}
    </Tabs>
  );
}

interface SummaryProps {
  readonly call: Outcome;
  readonly notes: readonly string[];
  readonly action: ComponentChildren;
}

function Summary({ call, notes, action }: SummaryProps): VNode {
  const { kind, trace, mismatches } = call;
  const { label, facts } = callFacts(call);
  return (
    <div class="result-summary">
      <strong class={kind}>{label}</strong>
      {facts.map((fact) => (
        <span class="hint">{fact}</span>
      ))}
      {trace && (
        <span class="hint">
          {"Trace "}
          <code>
            <Name text={trace} limit={100} />
          </code>
          <CopyButton text={() => trace} />
        </span>
      )}
      {mismatches?.length === 0 && <SchemaFact call={call} />}
      {notes.map((note) => (
        <span class="hint">{note}</span>
      ))}
      {action}
    </div>
  );
}

// JSON Schema leaves the check of `format` to the client.
function SchemaFact({ call: { misformatted } }: { readonly call: Outcome }): VNode {
  if (misformatted === undefined) return <span class="hint">Matches outputSchema</span>;
  return <span class="misformatted">{`Matches outputSchema, but strict clients refuse: ${misformatted}`}</span>;
}

function Arguments({ text }: { readonly text: string }): VNode {
  return (
    <details class="more" open={text.length <= LONGEST_OPEN}>
      <summary>Arguments of this run</summary>
      <pre class="code" tabIndex={0} role="region" aria-label="Arguments of this run">
        {printableText(text.trim() || "{}", LONGEST_ARGUMENTS)}
      </pre>
    </details>
  );
}

function Failure({ call: { headline, root } }: { readonly call: Outcome }): VNode {
  // The last lines of a process need not be the reason for its end.
  const stderr = itemsOf(valueOf(valueOf(root, "data"), "stderr")).flatMap((line) => stringOf(line) ?? []);
  return (
    <>
      <p class="failure prose">{headline}</p>
      {stderr.length > 0 && (
        <p class="hint prose">{printableText(["Last lines of stderr:", ...stderr].join("\n"), LONGEST_STDERR)}</p>
      )}
    </>
  );
}

function TokenButton(): VNode {
  const hasSignIn = offersSignIn();
  return (
    <p>
      <button type="button" class={hasSignIn ? undefined : "primary"} onClick={openAccessDialog}>
        {hasSignIn ? "Use a token" : "Add token"}
      </button>
    </p>
  );
}

function resultTabs({ kind, root, text, code }: Outcome, views: (root: JsonNode) => TabView[]): TabView[] {
  const tabs = kind !== "failed" && root !== undefined ? views(root) : [];
  if (!text) return tabs;
  const label = "The whole response";
  const raw = () => (
    <TextViewer text={text} label={label} filename="result.json" json={root} format={code !== undefined} />
  );
  return [...tabs, { name: "Raw", draw: raw }];
}

function toolViews(root: JsonNode): TabView[] {
  const structured = valueOf(root, "structuredContent");
  const content = itemsOf(valueOf(root, "content"));
  const table = structured && tableRows(structured);
  const tabs: TabView[] = [];
  if (table) tabs.push({ name: "Table", draw: () => <JsonTable rows={table} /> });
  if (content.length > 0 || !structured) {
    const draw = (item: JsonNode, position: Position) => <ContentItem item={item} position={position} />;
    tabs.push({
      name: "Content",
      draw: () => <ItemList items={content} draw={draw} ifEmpty="The result has no content." />,
    });
  }
  if (structured) tabs.push({ name: "Structured", draw: () => <TreeView json={structured} /> });
  return tabs;
}

// Rows come first. Otherwise, many servers repeat the structured content as a text, which is no better as the first sight, unless it
// is the only string in it.
function firstTab({ root }: Outcome, tabs: readonly TabView[]): string {
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

interface ItemListProps {
  readonly items: readonly JsonNode[];
  readonly draw: (item: JsonNode, position: Position) => VNode;
  readonly ifEmpty: string;
}

/** The items of a result, page by page. */
export function ItemList({ items, draw, ifEmpty }: ItemListProps): VNode {
  if (items.length === 0) return <p class="hint">{ifEmpty}</p>;
  return (
    <div>
      <Paged count={items.length} subject={items} row={(index) => draw(items[index]!, index + 1)} size={50}>
        {(rows) => <ol class="items">{rows}</ol>}
      </Paged>
    </div>
  );
}
