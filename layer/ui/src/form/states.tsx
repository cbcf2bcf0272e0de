// The states that a control cannot show by itself: a value that is not sent, empty, or null.

import type { VNode } from "preact";
import { displayName } from "../text/printable";
import type { FormContext, Place } from "./context";
import type { Field } from "./field-model";

interface StateButtonsProps {
  readonly form: FormContext;
  readonly place: Place;
  readonly field: Field;
  readonly name: string;
}

/** Buttons that empty a value, set it to null, or clear it. */
export function StateButtons({ form, place, field, name }: StateButtonsProps): VNode {
  const { path, shape, isRequired, isFixed } = place;
  const raw = field.raw.value;
  const shown = displayName(name);
  const type = shape.types.length === 1 && shape.variants.length === 0 && !shape.enum ? shape.types[0] : undefined;
  const emptyRaw = type === "string" ? '""' : type === "array" ? "[]" : undefined;
  const isUsual = type === "array" && isRequired;
  const toggle = (label: string, description: string, on: string | undefined, isHidden: boolean) => {
    const isOn = raw !== undefined && raw === on;
    return (
      <button
        type="button"
        class="quiet small offer"
        aria-label={`${shown} is ${description}`}
        aria-pressed={isOn}
        hidden={isHidden}
        onClick={() => form.replace(path, isOn ? undefined : on)}
      >
        {label}
      </button>
    );
  };
  return (
    <>
      {toggle("Empty", "empty", emptyRaw, isFixed || !emptyRaw || (raw !== undefined && (raw !== emptyRaw || isUsual)))}
      {toggle("null", "null", "null", raw !== "null" && !shape.nullable)}
      <button
        type="button"
        class="quiet small"
        aria-label={`Clear ${shown}`}
        hidden={isFixed || isRequired || raw === undefined}
        onClick={() => form.replace(path, undefined)}
      >
        Clear
      </button>
    </>
  );
}
