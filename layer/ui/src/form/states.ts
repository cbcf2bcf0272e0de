// The states that a control cannot show by itself: a value that is not sent, empty, or null.

import { button } from "../dom/element";
import { displayName } from "../text/printable";
import type { FormContext, Place } from "./context";

export interface StateButtons {
  readonly elements: readonly HTMLElement[];
  // Shows the state of a value, which is not sent if it is undefined.
  show(raw: string | undefined): void;
}

export function stateButtons(form: FormContext, place: Place, name: string): StateButtons {
  const { path, shape, isRequired, isFixed } = place;
  const shown = displayName(name);
  const type = shape.types.length === 1 && shape.variants.length === 0 && !shape.enum ? shape.types[0] : undefined;
  const emptyRaw = type === "string" ? '""' : type === "array" ? "[]" : undefined;
  const toggle = (label: string, description: string, on: string | undefined) => {
    const press = () => form.replace(path, trigger.ariaPressed === "true" ? undefined : on);
    const trigger = button(label, press, "quiet small offer", { "aria-label": `${shown} is ${description}` });
    return trigger;
  };
  const empty = toggle("Empty", "empty", emptyRaw);
  const none = toggle("null", "null", "null");
  const clear = button("Clear", () => form.replace(path, undefined), "quiet small", { "aria-label": `Clear ${shown}` });
  const show = (raw: string | undefined) => {
    const isSent = raw !== undefined;
    for (const [trigger, on] of [
      [empty, emptyRaw],
      [none, "null"],
    ] as const) {
      trigger.ariaPressed = String(isSent && raw === on);
    }
    const isUsual = type === "array" && isRequired;
    empty.hidden = isFixed || !emptyRaw || (isSent && (raw !== emptyRaw || isUsual));
    none.hidden = raw !== "null" && !shape.nullable;
    clear.hidden = isFixed || isRequired || !isSent;
  };
  return { elements: [empty, none, clear], show };
}
