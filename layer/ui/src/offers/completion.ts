// Suggestions of the server for a field (MCP 2026-07-28, "Completion").

import { signal } from "@preact/signals";
import { memberAt } from "../json/plain";
import { requestResult } from "../protocol/offers";
import { server } from "../protocol/server";
import { debounced } from "../scheduling/debounced";
import { clipped } from "../text/printable";

const PAUSE_MS = 150;
// The suggestions that are shown: MCP allows a server no more. Further ones are left out.
const MOST_VALUES = 100;
// Maximum number of characters in a suggestion. A longer one is cut.
const LONGEST_VALUE = 1000;

/** A prompt, or the URI template of resources. */
export type CompletionRef =
  { readonly type: "ref/prompt"; readonly name: string } | { readonly type: "ref/resource"; readonly uri: string };

interface CompletedField {
  readonly name: string;
  /** Returns the text of the field. */
  readonly text: () => string;
  /** Returns the values of all fields, which the suggestions may depend on. */
  readonly values: () => Readonly<Record<string, string>>;
}

export function hasCompletions(): boolean {
  return memberAt(server.value?.capabilities, "completions") !== undefined;
}

/** The suggestions for one field. */
export class Completion {
  readonly suggestions = signal<readonly string[]>([]);
  /** Requests suggestions for what the field has, once no more is typed for a moment. */
  readonly suggestSoon = debounced(() => void this.#suggest(), PAUSE_MS);
  #request: AbortController | undefined;

  constructor(
    private readonly ref: CompletionRef,
    private readonly field: CompletedField,
  ) {}

  async #suggest(): Promise<void> {
    if (!hasCompletions()) return;
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    const { name, text, values } = this.field;
    const others = Object.entries(values()).filter(([other]) => other !== name);
    const context = others.length > 0 ? { context: { arguments: Object.fromEntries(others) } } : {};
    const params = { ref: this.ref, argument: { name, value: text() }, ...context };
    // A field without suggestions can be filled in all the same.
    const result = await requestResult("completion/complete", params, signal).catch(() => undefined);
    if (signal.aborted) return;
    const found = memberAt(memberAt(result, "completion"), "values");
    const texts = (Array.isArray(found) ? (found as unknown[]) : []).filter((value) => typeof value === "string");
    this.suggestions.value = texts.slice(0, MOST_VALUES).map((value) => clipped(value, LONGEST_VALUE));
  }
}
