// The offers of a server besides its tools: resources, resource templates and prompts (MCP 2026-07-28, "Resources" and "Prompts").

import { plainValue, valueOf } from "../json/node";
import { type PlainObject, isObject, memberAt } from "../json/plain";
import { currentOffer } from "./client";
import type { ItemId } from "./links";
import { followLive } from "./live";
import { outcomeOf } from "./live-outcome";

export type OfferKind = "resource" | "template" | "prompt";

/** An item of a list. Only the member that identifies it has been checked. */
export interface Offer extends ItemId {
  readonly kind: OfferKind;
  readonly definition: PlainObject;
}

interface Listing {
  readonly method: string;
  // The member of the result with the list, and the member of an item that identifies it.
  readonly member: string;
  readonly id: string;
  readonly capability: string;
}

export const LISTINGS: Readonly<Record<OfferKind, Listing>> = {
  resource: { method: "resources/list", member: "resources", id: "uri", capability: "resources" },
  template: {
    method: "resources/templates/list",
    member: "resourceTemplates",
    id: "uriTemplate",
    capability: "resources",
  },
  prompt: { method: "prompts/list", member: "prompts", id: "name", capability: "prompts" },
};

// Maximum number of items in a list that are requested. Further ones are left out.
export const MOST_OFFERS = 10000;
// Maximum number of pages in a list that are requested. Further ones are left out.
const MOST_PAGES = 1000;
const METHOD_NOT_FOUND = -32601;

/** Sends a request of which only the result counts, and returns that. Throws the server's error. */
export async function requestResult(method: string, params: unknown, signal: AbortSignal): Promise<PlainObject> {
  const ignored = () => undefined;
  const options = { signal, onBytes: ignored, onMessage: ignored };
  const end = await followLive({ method, params: JSON.stringify(params), ...currentOffer() }, options);
  const outcome = await outcomeOf(end);
  if (outcome.kind !== "success") throw new RpcError(outcome.headline ?? "The server sent no result.", outcome.code);
  return plainValue(valueOf(end.event === "result" ? end.root : undefined, "result")) as PlainObject;
}

class RpcError extends Error {
  constructor(
    message: string,
    readonly code: number | undefined,
  ) {
    super(message);
  }
}

/** Requests a list of offers. A server that declares resources may have no templates. */
export async function fetchOffers(kind: OfferKind, signal: AbortSignal): Promise<Offer[]> {
  try {
    const definitions = await fetchListing(LISTINGS[kind], signal);
    return [...definitions].map(([id, definition]) => ({ kind, id, definition }));
  } catch (problem) {
    if (problem instanceof RpcError && problem.code === METHOD_NOT_FOUND) return [];
    throw problem;
  }
}

/** Requests a list, page by page. Returns its items by what identifies them. */
export async function fetchListing(
  { method, member, id }: Omit<Listing, "capability">,
  signal: AbortSignal,
): Promise<Map<string, PlainObject>> {
  const items = new Map<string, PlainObject>();
  const cursors = new Set<unknown>();
  for (let cursor: unknown; items.size < MOST_OFFERS;) {
    const page = await requestResult(method, cursor === undefined ? {} : { cursor }, signal);
    for (const item of listIn(page, member)) {
      const key = memberAt(item, id);
      if (isObject(item) && typeof key === "string") items.set(key, item);
      if (items.size === MOST_OFFERS) break;
    }
    cursor = page["nextCursor"];
    if (typeof cursor !== "string" || cursors.has(cursor) || cursors.size === MOST_PAGES - 1) break;
    cursors.add(cursor);
  }
  return items;
}

function listIn(page: PlainObject, member: string): readonly unknown[] {
  const list = page[member];
  return Array.isArray(list) ? (list as unknown[]) : [];
}
