// The entries of the command palette: everything that the server offers, and the commands of the page.

import { memberAt } from "../json/plain";
import { itemLink, toolLink } from "../protocol/links";
import { catalog } from "../tools/catalog";
import { haystackOf, matchesWords, wordsOf } from "../tools/filter";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";

export interface PaletteEntry {
  // The kind of the entry, such as "Tool".
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  // The searchable text, in lower case.
  readonly searchable: string;
  readonly run: () => void;
}

// The buttons of the page that are commands, by their ids.
const COMMANDS: readonly (readonly [id: string, name: string])[] = [
  ["home-link", "Home of the server"],
  ["reload", "Reload the lists"],
  ["tasks-open", "Tasks"],
  ["log-open", "Log"],
  ["console-open", "Console"],
  ["access-open", "Access: token and headers"],
  ["theme", "Change the colours"],
  ["help-open", "Keyboard shortcuts"],
];

export function paletteEntries(): readonly PaletteEntry[] {
  const follow = (link: string) => () => void (location.hash = link);
  const tools = catalog.value.tools.map((tool) =>
    entry("Tool", tool.name, memberAt(tool, "title"), haystackOf(tool), follow(toolLink(tool.name))),
  );
  const offers = (offerCatalog.value?.offers ?? []).map((offer) => {
    const { id, definition } = offer;
    const searchable = `${id.toLowerCase()}\n${haystackOf(definition)}`;
    const title = memberAt(definition, "title") ?? memberAt(definition, "name");
    return entry(OFFER_WORDS[offer.kind].label, id, title, searchable, follow(itemLink(offer)));
  });
  const commands = COMMANDS.flatMap(([id, name]) => {
    const target = document.getElementById(id);
    return target && !target.hidden
      ? [entry("Command", name, undefined, name.toLowerCase(), () => target.click())]
      : [];
  });
  return [...tools, ...offers, ...commands];
}

function entry(kind: string, name: string, title: unknown, searchable: string, run: () => void): PaletteEntry {
  return { kind, name, title: typeof title === "string" && title !== name ? title : "", searchable, run };
}

// Returns the entries with all words of a query: first those whose name begins with it, then those that have it in their name.
export function foundEntries(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = wordsOf(query);
  const [first = ""] = words;
  const found = entries.filter(({ searchable }) => matchesWords(searchable, words));
  if (words.length === 0) return found;
  const rank = ({ name }: PaletteEntry) => {
    const lower = name.toLowerCase();
    return lower.startsWith(first) ? 0 : matchesWords(lower, words) ? 1 : 2;
  };
  return [0, 1, 2].flatMap((wanted) => found.filter((one) => rank(one) === wanted));
}
