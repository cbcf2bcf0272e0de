// The tools that the server lists, in its order.

import { signal } from "@preact/signals";
import type { Tool } from "../protocol/tools";

interface Catalog {
  readonly tools: readonly Tool[];
  // The number of this list, which distinguishes it from earlier ones.
  readonly listing: number;
}

export const catalog = signal<Catalog>({ tools: [], listing: 0 });

export function setTools(tools: readonly Tool[]): void {
  catalog.value = { tools, listing: catalog.value.listing + 1 };
}

export function toolNamed(name: string): Tool | undefined {
  return catalog.value.tools.find((tool) => tool.name === name);
}
