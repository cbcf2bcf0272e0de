// A text area for JSON with colours and line numbers: the text area is transparent and lies above a coloured copy of its
// text, which gives both of them their height.

import type { ComponentChildren, ComponentProps, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";

// Maximum number of characters in a text with colours and line numbers. A longer text is shown without them, so that typing stays fast.
const LONGEST_COLOURED = 30000;
const TOKEN =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*(?:"|\\?$))|(?<number>-?\d[\w.+-]*)|(?<word>\b(?:true|false|null)\b)/g;

interface CodeEditorProps {
  readonly text: string;
  /** Attributes of the text area. */
  readonly area: ComponentProps<"textarea">;
}

/** An editor of a JSON text. */
export function CodeEditor({ text, area }: CodeEditorProps): VNode {
  const isPlain = text.length > LONGEST_COLOURED;
  const lines = useMemo(() => (isPlain ? [] : text.split("\n").map((line) => <Line text={line} />)), [text]);
  return (
    <div class={isPlain ? "code-editor plain" : "code-editor"}>
      <pre class="code" aria-hidden>
        {lines}
      </pre>
      <textarea class="code json-text" rows={3} {...VERBATIM} value={text} {...area} />
    </div>
  );
}

function Line({ text }: { readonly text: string }): VNode {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups!).find(([, found]) => found)!;
    parts.push(text.slice(end, match.index), <span class={`json-${kind}`}>{match[0]}</span>);
    end = match.index + match[0].length;
  }
  // An empty line has the height of a line, too.
  return (
    <div class="code-line">
      {parts}
      {text.slice(end) || (end === 0 && "\u200b")}
    </div>
  );
}
