import { copyButton } from "../dom/copy";
import { button, element, freshId } from "../dom/element";
import { announce } from "../dom/page";
import type { JsonNode } from "../json/node";
import { readJson } from "../json/read";
import { prettyJson } from "../json/write";
import { displayName } from "../text/printable";
import { codeEditor } from "./code-editor";
import type { Draft } from "./draft";
import { pastedArguments } from "./pasted";

export interface JsonColumn {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
}

interface JsonColumnOptions {
  // The text to which the user can return.
  readonly initial: string;
  readonly schema?: JsonNode;
  // The tool that the draft is for.
  readonly tool?: string;
  readonly onReset?: () => void;
}

// A draft as JSON text, which the form edits too.
export function jsonColumn(draft: Draft, { initial, schema, tool, onReset }: JsonColumnOptions): JsonColumn {
  const { element: editor, area, show } = codeEditor();
  const problem = element("p.error", { id: freshId(), role: "status" });
  const notice = element("p.hint", { role: "status" });
  const replaceText = (text: string) => {
    draft.set(text.includes("\n") ? text : prettyJson(readJson(text)));
  };
  const repaired = () => (draft.error && !draft.root ? pastedArguments(draft.text, schema) : undefined);
  const repair = button("Repair", () => replaceText(repaired()?.json ?? draft.text), "small");
  area.setAttribute("aria-describedby", problem.id);
  area.addEventListener("input", () => draft.set(area.value, "text"));
  // A text pasted in place of the whole JSON may contain the arguments in another form.
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const others = area.value.slice(0, area.selectionStart) + area.value.slice(area.selectionEnd);
    const isWhole = /^[\s{}]*$/.test(others) || draft.text === initial;
    const found = isWhole ? pastedArguments(text, schema) : undefined;
    if (found === undefined) return;
    event.preventDefault();
    replaceText(found.json);
    const isOther = tool !== undefined && found.tool !== undefined && found.tool !== tool;
    notice.textContent = isOther ? `Taken from a call of ${displayName(found.tool, 60)}, which is another tool.` : "";
    announce("Replaced the JSON by the pasted arguments");
  });
  const follow = () => {
    show(draft.text);
    notice.textContent = "";
    problem.textContent = draft.error?.message ?? "";
    area.setAttribute("aria-invalid", String(Boolean(draft.error)));
    repair.hidden = repaired() === undefined;
  };
  draft.onChange(follow);
  follow();
  const reset = () => {
    draft.set(initial);
    onReset?.();
  };
  const format = () => {
    if (draft.root) draft.set(prettyJson(draft.root));
  };
  const tools = element(
    "span.field-actions",
    button("Format", format, "quiet small"),
    copyButton(() => draft.text),
    button("Reset", reset, "quiet small"),
  );
  const head = element("div.column-head", element("h3", element("label", { for: area.id }, "JSON")), tools);
  const note = element("div.column-note", problem, repair, notice);
  return { element: element("div.column", head, editor, note), area };
}
