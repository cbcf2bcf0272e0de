// The command palette: one field that finds whatever the server offers, and the commands of the page.

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { isDialogOpen, openDrawn } from "../dom/dialogs";
import { stepOf } from "../dom/list-keys";
import { displayName, printable } from "../text/printable";
import { counted } from "../text/units";
import { catalog } from "../tools/catalog";
import { offerCatalog } from "../tools/offer-catalog";
import { type PaletteEntry, foundEntries, paletteEntries } from "./entries";

// The entries that are shown. Further ones are counted, and found by typing more.
const MOST_SHOWN = 50;
const LIST_ID = "palette-list";

export function openPalette(): void {
  if (isDialogOpen()) return;
  const run = (entry: PaletteEntry) => {
    dialog.close();
    entry.run();
  };
  const dialog = openDrawn(
    <dialog class="palette" aria-label="Find anything">
      <Palette onRun={run} />
    </dialog>,
  );
  dialog.querySelector("input")?.focus();
}

/** The field of the palette, and what it finds. */
export function Palette({ onRun }: { readonly onRun: (entry: PaletteEntry) => void }): VNode {
  // The lists may still be loading.
  const entries = useMemo(paletteEntries, [catalog.value, offerCatalog.value]);
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState(0);
  const found = useMemo(() => foundEntries(entries, query), [entries, query]);
  const shown = found.slice(0, MOST_SHOWN);
  const onKey = (event: KeyboardEvent) => {
    const isStep = event.key === "ArrowDown" || event.key === "ArrowUp";
    const step = isStep ? stepOf(event) : undefined;
    const entry = shown[selected];
    if (event.key === "Enter" && entry && !event.isComposing) onRun(entry);
    else if (step === undefined) return;
    else setSelected(Math.max(0, Math.min(shown.length - 1, selected + step)));
    event.preventDefault();
    // Elsewhere on the page, Enter with Ctrl runs the tool.
    event.stopPropagation();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        list={undefined}
        aria-label="Find tools, resources, prompts and commands"
        placeholder="Find tools, resources, prompts and commands"
        aria-expanded="true"
        aria-controls={LIST_ID}
        aria-activedescendant={shown.length > 0 ? optionId(selected) : undefined}
        {...VERBATIM}
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKey}
      />
      <ul role="listbox" id={LIST_ID} aria-label="Found">
        {shown.map((entry, index) => (
          <Option
            key={`${entry.kind} ${entry.name}`}
            entry={entry}
            index={index}
            isSelected={index === selected}
            onRun={onRun}
          />
        ))}
      </ul>
      <p class="hint" role="status">
        {statusOf(found.length)}
      </p>
    </>
  );
}

interface OptionProps {
  readonly entry: PaletteEntry;
  readonly index: number;
  readonly isSelected: boolean;
  readonly onRun: (entry: PaletteEntry) => void;
}

function Option({ entry, index, isSelected, onRun }: OptionProps): VNode {
  const reveal = (node: HTMLLIElement | null) => {
    if (isSelected) node?.scrollIntoView({ block: "nearest" });
  };
  return (
    <li role="option" id={optionId(index)} aria-selected={isSelected} ref={reveal} onClick={() => onRun(entry)}>
      <bdi>{entry.title ? printable(entry.title, 80) : displayName(entry.name, 120)}</bdi>
      <span class="badge">{entry.kind}</span>
      {entry.title && <bdi class="hint mono palette-id">{displayName(entry.name, 120)}</bdi>}
    </li>
  );
}

function optionId(index: number): string {
  return `palette-${index}`;
}

function statusOf(found: number): string {
  if (found === 0) return "No matches";
  return found > MOST_SHOWN
    ? `${MOST_SHOWN} of ${counted(found, "match", "matches")}. Type more to narrow them down.`
    : "";
}
