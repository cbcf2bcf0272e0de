// The state that follows from a tool's result.

import { type PlainObject, isObject } from "../src/json/plain";
import type { UiState } from "./state";

const RENDER_DATA = "mcpui.dev/ui-initial-render-data";

// The data of a failed call stay, so that a UI can show them below the error.
export function stateOfResult(result: PlainObject): Partial<UiState> {
  if (result["isError"] === true) return { result, error: textOf(result) || "The tool failed.", isLoading: false };
  return { result, data: dataOf(result), error: null, isLoading: false };
}

// Data that the server derived for the UI precede the structured content.
function dataOf({ _meta: meta, structuredContent }: PlainObject): unknown {
  return (isObject(meta) && RENDER_DATA in meta ? meta[RENDER_DATA] : structuredContent) ?? null;
}

function textOf({ content }: PlainObject): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks
    .flatMap((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : []))
    .join("\n");
}
