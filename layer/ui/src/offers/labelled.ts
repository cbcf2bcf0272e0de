import { freshId } from "../dom/attributes";
import { type Child, element, nameNode } from "../dom/element";

export interface LabelledField {
  readonly frame: HTMLElement;
  // The place of the error.
  readonly slot: HTMLElement;
}

interface Words {
  readonly facts?: readonly Child[];
  readonly description?: string | undefined;
  readonly limits?: string;
}

// A field with its name, and what is to be known before it is filled in. `target` is the control, or the group of controls, in `node`.
export function labelled(label: string, target: HTMLElement, words: Words = {}, node = target): LabelledField {
  const isInput = target.matches("input, select, textarea");
  const slot = element("p.error", { id: freshId() });
  const hints = [words.description, words.limits].map((text) => element("p.hint.prose", { id: freshId() }, text));
  const [description, limits] = hints;
  target.id = freshId();
  const name = element(isInput ? "label" : "span", { id: freshId(), for: isInput && target.id }, nameNode(label));
  target.setAttribute("aria-labelledby", name.id);
  target.setAttribute("aria-describedby", [...hints, slot].map(({ id }) => id).join(" "));
  const head = element("div.field-head", element("strong", name), words.facts);
  return {
    frame: element("div.field", head, words.description && description, node, words.limits && limits, slot),
    slot,
  };
}
