import { copyButton } from "../dom/copy";
import { VERBATIM, button, element, freshId } from "../dom/element";
import { prettyJson } from "../json/write";
import type { Draft } from "./draft";

export interface JsonColumn {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
}

// A draft as JSON text, which the form edits too.
export function jsonColumn(draft: Draft, onReset: () => void): JsonColumn {
  const area = element("textarea.code.json-text", { id: freshId(), ...VERBATIM, rows: 3 });
  const problem = element("p.error", { id: freshId(), role: "status" });
  area.setAttribute("aria-describedby", problem.id);
  area.addEventListener("input", () => draft.set(area.value, "text"));
  const follow = () => {
    if (area.value !== draft.text) area.value = draft.text;
    problem.textContent = draft.error?.message ?? "";
    area.setAttribute("aria-invalid", String(Boolean(draft.error)));
  };
  draft.onChange(follow);
  follow();
  const format = () => {
    if (draft.root) draft.set(prettyJson(draft.root));
  };
  const tools = element(
    "span.field-actions",
    button("Format", format, "quiet small"),
    copyButton(() => draft.text),
    button("Reset", onReset, "quiet small"),
  );
  const head = element("div.column-head", element("h3", element("label", { for: area.id }, "JSON")), tools);
  return { element: element("div.column", head, area, problem), area };
}
