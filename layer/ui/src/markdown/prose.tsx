import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { ToggleButton } from "../dom/toggle-button";
import { printableText } from "../text/printable";
import { looksLikeMarkdown } from "./looks-like";
import { markdown } from "./markdown";

interface ProseProps {
  readonly text: string;
  /** True if the text is Markdown by custom; else it is taken for Markdown if it looks like it. */
  readonly isMarkdown?: boolean | undefined;
}

/** A description or the like: plain text, or Markdown with a button that shows it as it is written. */
export function Prose({ text, isMarkdown }: ProseProps): VNode {
  const [isRaw, setRaw] = useState(false);
  const rendered = useMemo(
    () => ((isMarkdown ?? looksLikeMarkdown(text)) ? markdown(text, { breaks: true }) : undefined),
    [text, isMarkdown],
  );
  const raw = <p class="prose">{printableText(text)}</p>;
  if (!rendered) return raw;
  return (
    <div class="prose-toggled">
      {isRaw ? raw : rendered}
      <ToggleButton label="Raw" isPressed={isRaw} onToggle={setRaw} />
    </div>
  );
}
