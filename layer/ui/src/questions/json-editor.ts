import { announce } from "../dom/page";
import type { Draft } from "../form/draft";
import { jsonColumn } from "../form/json-column";

// `read` returns the answer as JSON, or nothing if it is not complete, having shown why.
export interface JsonEditor {
  readonly element: HTMLElement;
  readonly read: () => string | undefined;
}

// An answer that is written as JSON.
export function jsonEditor(draft: Draft): JsonEditor {
  const initial = draft.text;
  const json = jsonColumn(draft, () => draft.set(initial));
  const read = () => {
    if (!draft.error) return draft.text.trim() || "{}";
    json.area.focus();
    announce(draft.error.message);
    return undefined;
  };
  return { element: json.element, read };
}
