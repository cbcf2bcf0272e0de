// Suggestions of the server for a field (MCP 2026-07-28, "Completion").

import { freshId } from "../dom/attributes";
import { element } from "../dom/element";
import { memberAt } from "../json/plain";
import { requestResult } from "../protocol/offers";
import { server } from "../protocol/server";
import { debounced } from "../scheduling/debounced";
import { clipped } from "../text/printable";

const PAUSE_MS = 150;
// MCP allows a server no more.
const MOST_VALUES = 100;
const LONGEST_VALUE = 1000;

// A prompt, or the URI template of resources.
export type CompletionRef =
  { readonly type: "ref/prompt"; readonly name: string } | { readonly type: "ref/resource"; readonly uri: string };

export interface CompletedField {
  readonly input: HTMLInputElement;
  readonly name: string;
  // Returns the values of all fields, which the suggestions may depend on.
  readonly values: () => Readonly<Record<string, string>>;
}

// Offers the server's suggestions below a field. Returns the list of suggestions, which has to be part of the document.
export function withCompletion(ref: CompletionRef, { input, name, values }: CompletedField): HTMLElement | undefined {
  if (memberAt(server.value?.capabilities, "completions") === undefined) return undefined;
  const list = element("datalist", { id: freshId() });
  input.setAttribute("list", list.id);
  let request: AbortController | undefined;
  const suggest = async () => {
    request?.abort();
    const { signal } = (request = new AbortController());
    const others = Object.entries(values()).filter(([other]) => other !== name);
    const context = others.length > 0 ? { context: { arguments: Object.fromEntries(others) } } : {};
    const params = { ref, argument: { name, value: input.value }, ...context };
    // A field without suggestions can be filled in all the same.
    const result = await requestResult("completion/complete", params, signal).catch(() => undefined);
    if (signal.aborted) return;
    const found = memberAt(memberAt(result, "completion"), "values");
    const texts = (Array.isArray(found) ? (found as unknown[]) : []).filter((value) => typeof value === "string");
    list.replaceChildren(
      ...texts.slice(0, MOST_VALUES).map((value) => element("option", { value: clipped(value, LONGEST_VALUE) })),
    );
  };
  const suggestSoon = debounced(() => void suggest(), PAUSE_MS);
  input.addEventListener("input", suggestSoon);
  input.addEventListener("focus", suggestSoon);
  return list;
}
