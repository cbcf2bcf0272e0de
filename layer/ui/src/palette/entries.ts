// The entries of the command palette: everything that the server offers, and the commands of the page.

import { memberAt } from "../json/plain";
import { itemLink, toolLink } from "../protocol/links";
import { catalog } from "../tools/catalog";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";
import { type Searchable, search, searchableOf } from "../tools/search";

export interface PaletteEntry {
  /** The kind of the entry, such as "Tool". */
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly searchable: Searchable;
  readonly run: () => void;
}

// The buttons of the page that are commands, by their ids.
const COMMANDS: readonly (readonly [id: string, name: string])[] = [
  ["home-link", "Home of the server"],
  ["uis-open", "UIs and their stories"],
  ["reload", "Reload the lists"],
  ["tasks-open", "Tasks"],
  ["tests-open", "Tests"],
  ["questions-open", "Questions"],
  ["log-open", "Log"],
  ["traffic-open", "Traffic"],
  ["console-open", "Console"],
  ["access-open", "Access: token and headers"],
  ["theme", "Change the colours"],
  ["help-open", "Keyboard shortcuts"],
];

export function paletteEntries(): readonly PaletteEntry[] {
  const follow = (link: string) => () => void (location.hash = link);
  const tools = catalog.value.tools.map((tool) =>
    entry("Tool", tool.name, memberAt(tool, "title"), searchableOf(tool), follow(toolLink(tool.name))),
  );
  const offers = (offerCatalog.value?.offers ?? []).map((offer) => {
    const { id, definition } = offer;
    const searchable = searchableOf({ ...definition, name: id }, memberAt(definition, "name"));
    const title = memberAt(definition, "title") ?? memberAt(definition, "name");
    return entry(OFFER_WORDS[offer.kind].label, id, title, searchable, follow(itemLink(offer)));
  });
  const commands = COMMANDS.flatMap(([id, name]) => {
    const target = document.getElementById(id);
    return target && !target.hidden
      ? [entry("Command", name, undefined, searchableOf({ name }), () => target.click())]
      : [];
  });
  return [...tools, ...offers, ...commands];
}

function entry(kind: string, name: string, title: unknown, searchable: Searchable, run: () => void): PaletteEntry {
  return { kind, name, title: typeof title === "string" && title !== name ? title : "", searchable, run };
}

/** Returns the entries with all words of a query, or else similar ones, the best match first. */
export function foundEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  return search(entries, ({ searchable }) => searchable, query).items;
}
