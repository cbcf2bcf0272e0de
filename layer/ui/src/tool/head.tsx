import type { VNode } from "preact";
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
}

/** The head of a tool: its name, title and icon beside the tabs, its description and hints. */
export function ToolHead({ name, detail, link, tabs }: ToolHeadProps): VNode {
  // The head is drawn again with each change of the tabs.
  const definition = useMemo(() => plainValue(detail) as PlainObject, [detail]);
  const title = titleOf({ name, title: textAt(detail, "title") });
  return (
    <header class="tool-head">
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
        <CopyButton
          text={link}
          label="Copy link"
          done={hasAccess() ? "Copied. It opens only with your token" : "Copied"}
        />
        {tabs}
      </div>
      <Description text={textAt(detail, "description") ?? ""} />
      <HintList tool={definition} />
      <ClientNote tool={definition} />
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
