// The entries of the command palette: everything that the server offers, and the commands of the page.

import { asText, memberAt } from "../json/plain";
import { itemLink, toolLink } from "../protocol/links";
import { catalog } from "../tools/catalog";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";
import { wordsOf } from "../tools/filter";
import { type Searchable, search, searchableOf } from "../tools/search";

export interface PaletteEntry {
  /** The kind of the entry, such as "Tool". */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly searchable: Searchable;
  readonly run: () => void;
}

const COMMAND = "Command";

// The buttons of the page that are commands, by their ids, with other words for some.
const COMMANDS: readonly (readonly [id: string, name: string, words?: string])[] = [
  ["home-link", "Home of the server"],
  ["uis-open", "UIs and their stories"],
  ["reload", "Reload the lists", "refresh"],
  ["tasks-open", "Tasks"],
  ["tests-open", "Tests"],
  ["questions-open", "Questions"],
  ["log-open", "Log"],
  ["traffic-open", "Traffic"],
  ["console-open", "Console"],
  ["access-open", "Access: token and headers", "sign in authorization"],
  ["theme", "Change the colours", "theme dark light colors"],
  ["help-open", "Keyboard shortcuts", "help keys"],
];

export function paletteEntries(): readonly PaletteEntry[] {
  const follow = (link: string) => () => void (location.hash = link);
  const tools = catalog.value.tools.map((tool) =>
    entry("Tool", tool.name, memberAt(tool, "title"), searchableOf(tool, "tool"), follow(toolLink(tool.name))),
  );
  const offers = (offerCatalog.value?.offers ?? []).map((offer) => {
    const { id, definition } = offer;
    const { label } = OFFER_WORDS[offer.kind];
    const name = memberAt(definition, "name");
    const searchable = searchableOf({ ...definition, name: id }, `${label} ${asText(name)}`);
    return entry(label, id, memberAt(definition, "title") ?? name, searchable, follow(itemLink(offer)));
  });
  const commands = COMMANDS.flatMap(([id, name, words]) => {
    const target = document.getElementById(id);
    return target && !target.hidden
      ? [entry(COMMAND, name, undefined, searchableOf({ name }, `command ${words ?? ""}`), () => target.click())]
      : [];
  });
  return [...tools, ...offers, ...commands];
}

function entry(kind: string, name: string, title: unknown, searchable: Searchable, run: () => void): PaletteEntry {
  return { kind, name, title: typeof title === "string" && title !== name ? title : "", searchable, run };
}

/**
 * Returns the entries with all words of a query, or else similar ones, the best match first. Before them are the
 * commands whose own words begin with those of the query.
 */
export function foundEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const { items } = search(entries, ({ searchable }) => searchable, query);
  const words = wordsOf(query);
  if (words.length === 0) return items;
  const isMeant = ({ kind, searchable: { name } }: PaletteEntry) =>
    kind === COMMAND && words.every((word) => name.split(/\W+/).some((part) => part.startsWith(word)));
  return [...items.filter(isMeant), ...items.filter((entry) => !isMeant(entry))];
}
