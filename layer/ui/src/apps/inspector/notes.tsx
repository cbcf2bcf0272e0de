import { element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import type { Note } from "../model/record";
import { printable } from "../../text/printable";

// Everything about an app that was refused, replaced by a default, or unusual.
const NOTE_WORDS = { refused: "Refused", defaulted: "Defaulted", warning: "Warning", error: "Error" } as const;

export function appNotesView({ notes }: HostedApp): HTMLElement {
  if (notes.length === 0) return element("p.hint", "No notes.");
  const row = ({ kind, text }: Note) => {
    const word = element("strong", { class: kind === "error" ? "failed" : "" }, NOTE_WORDS[kind]);
    return element("li", word, " ", element("span", printable(text, 2000)));
  };
  return element("ul.app-notes", notes.map(row));
}
