// The definition of the tool that is about to be opened, requested a moment before.

import { accessHeaders } from "../access/credentials";
import type { ObjectNode } from "../json/node";
import { clientHeader } from "../protocol/client";
import type { CacheMode } from "../protocol/requests";
import { fetchTool } from "../protocol/tools";
import { catalog } from "../tools/catalog";

// The time that an early answer is used, in ms, since an older one may be outdated. Then the tool is requested again.
const LASTS_MS = 10_000;

interface EarlyDefinition {
  readonly name: string;
  // The list, the client and the credentials that it belongs to.
  readonly context: string;
  readonly begun: number;
  readonly request: AbortController;
  readonly definition: Promise<ObjectNode>;
}

// The only one: the next takes its place, and ends its request.
let early: EarlyDefinition | undefined;

// Tools that have been opened keep their definitions.
const opened = new Set<string>();

/** Requests the definition of a tool that has not been opened yet. */
export function expectTool(name: string): void {
  if (opened.has(name) || isEarly(name)) return;
  early?.request.abort();
  const request = new AbortController();
  const definition = fetchTool(name, "no-cache", request.signal);
  // Whoever opens the tool asks again.
  definition.catch(() => undefined);
  early = { name, context: currentContext(), begun: performance.now(), request, definition };
}

/** Returns the definition of a tool that is opened. */
export function definitionOf(name: string, cache: CacheMode): Promise<ObjectNode> {
  opened.add(name);
  const expected = cache === "no-cache" && isEarly(name) ? early : undefined;
  if (!expected) return fetchTool(name, cache);
  early = undefined;
  return expected.definition.catch(() => fetchTool(name, cache));
}

function isEarly(name: string): boolean {
  return early?.name === name && early.context === currentContext() && performance.now() - early.begun < LASTS_MS;
}

function currentContext(): string {
  return JSON.stringify([catalog.value.listing, clientHeader(), ...accessHeaders()]);
}
