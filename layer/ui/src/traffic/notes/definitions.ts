// The tools as the servers listed them last, for each caller.

import { type MaybeNode, valueOf } from "../../json/node";
import { tryReadJson } from "../../json/read";

// The callers whose tools are kept, since they may see different lists. The oldest leave.
const MOST_CALLERS = 64;
// The tools of a caller that are kept. Further ones are left out.
const MOST_TOOLS = 2000;

export class Definitions {
  readonly #callers = new Map<string, Map<string, string>>();

  /** The JSON texts of the tools by name. */
  of(caller: string): ReadonlyMap<string, string> | undefined {
    return this.#callers.get(caller);
  }

  outputSchema(caller: string, tool: string): MaybeNode {
    const text = this.#callers.get(caller)?.get(tool);
    return text === undefined ? undefined : valueOf(tryReadJson(text), "outputSchema");
  }

  /** Adds the tools of a page of the list. The first page that is the only one replaces those before. */
  learn(caller: string, tools: ReadonlyMap<string, string>, isWhole: boolean): void {
    const known = isWhole ? new Map<string, string>() : (this.#callers.get(caller) ?? new Map<string, string>());
    for (const [name, text] of tools) if (known.has(name) || known.size < MOST_TOOLS) known.set(name, text);
    this.#callers.delete(caller);
    this.#callers.set(caller, known);
    const [oldest] = this.#callers.keys();
    if (this.#callers.size > MOST_CALLERS && oldest !== undefined) this.#callers.delete(oldest);
  }
}
