// A text area for JSON with colours and line numbers: the text area is transparent and lies above a coloured copy of its
// text, which gives both of them their height.

import { VERBATIM, element, freshId } from "../dom/element";

// Longer texts have no colours and no line numbers, so that typing stays fast.
const LONGEST_COLOURED = 30000;
const TOKEN =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*(?:"|\\?$))|(?<number>-?\d[\w.+-]*)|(?<word>\b(?:true|false|null)\b)/g;

export interface CodeEditor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  // Shows a text, unless it is there already.
  readonly show: (text: string) => void;
}

export function codeEditor(): CodeEditor {
  const area = element("textarea.code.json-text", { id: freshId(), ...VERBATIM, rows: 3 });
  const copy = element("pre.code", { "aria-hidden": "true" });
  const editor = element("div.code-editor", copy, area);
  const colour = () => {
    const isPlain = area.value.length > LONGEST_COLOURED;
    editor.classList.toggle("plain", isPlain);
    copy.replaceChildren(...(isPlain ? [] : area.value.split("\n").map(colouredLine)));
  };
  area.addEventListener("input", colour);
  return {
    element: editor,
    area,
    show(text) {
      if (area.value !== text) area.value = text;
      colour();
    },
  };
}

function colouredLine(line: string): HTMLElement {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of line.matchAll(TOKEN)) {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text)!;
    parts.push(line.slice(end, match.index), element(`span.json-${kind}`, match[0]));
    end = match.index + match[0].length;
  }
  // An empty line has the height of a line, too.
  return element("div.code-line", parts, line.slice(end) || (end === 0 && "\u200b"));
}
