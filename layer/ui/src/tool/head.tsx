import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { hasAccess } from "../access/credentials";
import { ToolChanges } from "../changes/tool-changes";
import { ClientNote } from "../clients/note";
import { Clamped } from "../dom/clamp";
import { CopyButton } from "../dom/copy";
import { EmbeddedIcon } from "../dom/icon";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { type JsonNode, plainValue, textAt } from "../json/node";
import type { PlainObject } from "../json/plain";
import { Prose } from "../markdown/prose";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { HintList } from "../tools/hint-list";
import { titleOf } from "../tools/title";
import { TextViewer } from "../viewer/text-viewer";

interface ToolHeadProps {
  readonly name: string;
  readonly detail: JsonNode;
  /** Returns a link to the tool with its arguments. */
  readonly link: () => string;
  /** The tabs of the tool's views. */
  readonly tabs: VNode;
  readonly state: "whole" | "folded" | "opened";
  /** Opens the head that was folded, or folds it again. */
  readonly onToggle: () => void;
  /** Shown beside the title of a folded head. */
  readonly folded: ComponentChildren;
}

/**
 * The head of a tool: its name, title and icon beside the tabs, its description and hints. After a run, it is one line.
 */
export function ToolHead(props: ToolHeadProps): VNode {
  const { name, detail, link, tabs, state, onToggle, folded } = props;
  const isFolded = state === "folded";
  // The head is drawn again with each change of the tabs.
  const definition = useMemo(() => plainValue(detail) as PlainObject, [detail]);
  const title = titleOf({ name, title: textAt(detail, "title") });
  return (
    <header class={isFolded ? "tool-head folded" : "tool-head"}>
      <div class="tool-heading">
        <div class="tool-names">
          <EmbeddedIcon icons={definition["icons"]} class="tool-icon" />
          <h2 class={title ? undefined : "mono"}>
            <Name text={title ?? name} limit={300} />
          </h2>
          {title && (
            <span class="mono hint">
              <Name text={name} limit={300} />
            </span>
          )}
        </div>
        {state !== "whole" && (
          <button
            type="button"
            class="quiet small"
            aria-expanded={!isFolded}
            aria-label="Description"
            title="Description"
            onClick={onToggle}
          >
            …
          </button>
        )}
        {folded}
        {!isFolded && (
          <CopyButton
            text={link}
            label="Copy link"
            done={hasAccess() ? "Copied. It opens only with your token" : "Copied"}
          />
        )}
        {tabs}
      </div>
      <div class="tool-about" hidden={isFolded}>
        <Description text={textAt(detail, "description") ?? ""} />
        <div class="tool-facts">
          <HintList tool={definition} />
          <ClientNote tool={definition} />
        </div>
      </div>
      <ToolChanges name={name} />
    </header>
  );
}

function Description({ text }: { readonly text: string }): VNode | null {
  if (!text.trim()) return null;
  return (
    <Clamped>
      <Prose text={clipped(text, LONG_DESCRIPTION)} />
      {text.length > LONG_DESCRIPTION && (
        <LazyDetails summary="The whole description">
          {() => <TextViewer text={text} label="The whole description" filename="description.txt" />}
        </LazyDetails>
      )}
    </Clamped>
  );
}
