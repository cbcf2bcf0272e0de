// Controls for booleans, enumerations and constants.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { freshId } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import { type JsonNode, itemsOf, rawOf, stringOf } from "../json/node";
import { sameJson } from "../json/write";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import type { Control, FormContext, Place, Target } from "./context";
import { inputProps } from "./field-model";
import { noneLabel } from "./placeholder";

// The options of a choice. Further ones are chosen by editing the JSON.
const MAX_OPTIONS = 1000;

export function booleanControl(form: FormContext, { path, node, isRequired, isFixed }: Place): Control {
  const name = freshId();
  const choice = (label: string, raw: string | undefined) => (
    <label>
      <input
        type="radio"
        name={name}
        defaultChecked={(node && rawOf(node)) === raw}
        onChange={() => form.write(path, raw)}
      />
      {label}
    </label>
  );
  return {
    isInput: false,
    draw: ({ props }) => (
      <div class="segments" role="radiogroup" {...props}>
        {choice("true", "true")}
        {choice("false", "false")}
        {!isRequired && !isFixed && choice("not sent", undefined)}
      </div>
    ),
  };
}

export function enumControl(form: FormContext, place: Place): Control {
  const { shape, node } = place;
  const entries = itemsOf(shape.enum);
  const current = node ? entries.findIndex((entry) => sameJson(entry, node)) : -1;
  const count = Math.min(entries.length, MAX_OPTIONS);
  // Filled before it is opened, by the pointer or by a key.
  const isLate = count > form.options;
  if (!isLate) form.options -= count;
  const more = entries.length - MAX_OPTIONS;
  const draw = (target: Target) => {
    const select = <EnumSelect form={form} place={place} current={current} isLate={isLate} target={target} />;
    if (more <= 0) return select;
    return (
      <div>
        {select}
        <p class="hint">{`${counted(more, "more option")}: edit the JSON to choose them.`}</p>
      </div>
    );
  };
  return { isInput: true, draw };
}

interface EnumSelectProps {
  readonly form: FormContext;
  readonly place: Place;
  /** The index of the chosen option, or -1 if the value is not among them. */
  readonly current: number;
  readonly isLate: boolean;
  readonly target: Target;
}

function EnumSelect({ form, place, current, isLate, target: { field, props } }: EnumSelectProps): VNode {
  const { path, shape, node } = place;
  const [isFilled, setFilled] = useState(!isLate);
  const entries = itemsOf(shape.enum);
  const label = (entry: JsonNode) => printable(stringOf(entry) || rawOf(entry), 200);
  const shown = isFilled ? entries.slice(0, MAX_OPTIONS) : [];
  const isStray = node && node.type !== "null" && current < 0;
  const option = (index: number) => (
    <option value={index} selected={index === current}>
      {label(entries[index]!)}
    </option>
  );
  const fill = () => flushed(() => setFilled(true));
  const choose = (index: number) => {
    const entry = entries[index];
    form.replace(path, entry && rawOf(entry));
  };
  return (
    <select
      {...inputProps(field, props)}
      onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      onPointerDown={fill}
      onFocus={fill}
    >
      <option value={-1} selected={current < 0}>
        {isStray ? `${printable(rawOf(node), 100)} (not in the list)` : noneLabel(place)}
      </option>
      {shown.map((_, index) => option(index))}
      {current >= shown.length && option(current)}
    </select>
  );
}

export function constControl(form: FormContext, { path, shape, node }: Place): Control {
  const constant = shape.const!;
  const isSet = node && sameJson(constant, node);
  return {
    isInput: false,
    draw: ({ props }) => (
      <div class="fixed" role="group" {...props}>
        <code>{printable(rawOf(constant), 500)}</code>
        {!isSet && node && <span class="hint">{`The value is ${printable(rawOf(node), 100)}.`}</span>}
        {!isSet && (
          <button type="button" class="small" onClick={() => form.replace(path, rawOf(constant))}>
            Set it
          </button>
        )}
      </div>
    ),
  };
}
