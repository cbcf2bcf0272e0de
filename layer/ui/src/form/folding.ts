// Parts of a form that are drawn when they are needed.

import { element } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import type { FormContext } from "./context";

export interface Part {
  readonly element: HTMLElement;
  // Draws the field of a key, if it is in this part.
  reveal(key: string): void;
}

const PAGE = 50;
// The fields that may be drawn when a part is unfolded.
const ROOM = 100;

// Fields in pages, of which the first one is drawn.
export function pagedPart(keys: readonly string[], make: (key: string, index: number) => Node): Part {
  const list = element("div.form");
  const more = fillPaged(list, keys.length, (index) => make(keys[index]!, index), PAGE);
  return {
    element: element("div.form", list, more),
    reveal(key) {
      const index = keys.indexOf(key);
      while (index >= list.childElementCount) more.click();
    },
  };
}

// A part that is drawn when it is unfolded, and stays unfolded when the form is drawn again. `keys` are those of its
// fields.
export function foldedPart(
  form: FormContext,
  id: string,
  label: string,
  keys: readonly string[],
  draw: () => Part,
): Part {
  const details = element("details.more", element("summary", label));
  let part: Part | undefined;
  const unfold = () => {
    if (part) return part;
    form.room = Math.max(form.room, ROOM);
    part = draw();
    details.append(part.element);
    return part;
  };
  const remember = () => {
    if (details.open) form.unfolded.add(id);
    else form.unfolded.delete(id);
    if (details.open) unfold();
  };
  if (form.unfolded.has(id)) {
    unfold();
    details.open = true;
  }
  details.addEventListener("toggle", remember);
  return {
    element: details,
    reveal(key) {
      if (!keys.includes(key)) return;
      unfold().reveal(key);
      details.open = true;
    },
  };
}

// Several parts, one below the other.
export function partsOf(parts: readonly Part[], node: HTMLElement): Part {
  return { element: node, reveal: (key) => parts.forEach((part) => part.reveal(key)) };
}
