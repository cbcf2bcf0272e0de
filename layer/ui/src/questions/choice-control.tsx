// Controls for one or several of a list of options.

import { freshId } from "../dom/attributes";
import type { Control, FormContext } from "../form/context";
import { inputProps } from "../form/field-model";
import { type MaybeNode, itemsOf, rawOf } from "../json/node";
import type { Path } from "../json/path";
import { tryReadJson } from "../json/read";
import { sameJson } from "../json/write";
import type { FlatField } from "./flat-schema";

const MAX_RADIO_BUTTONS = 6;

// An option, with its value as JSON.
interface Option {
  readonly raw: string;
  readonly title: string;
  readonly isChosen: boolean;
}

export function choiceControl(form: FormContext, path: Path, field: FlatField, node: MaybeNode): Control {
  const { kind, isRequired } = field;
  const isMultiple = kind === "choices";
  const chosen = isMultiple ? itemsOf(node) : [node ?? tryReadJson(isRequired ? "" : "null")];
  const option = (raw: string, title: string): Option => {
    const value = tryReadJson(raw)!;
    return { raw, title, isChosen: chosen.some((one) => one && sameJson(one, value)) };
  };
  const options = field.choices.map(({ value, title }) => option(rawOf(value), title));
  // One of several options cannot be taken back otherwise.
  if (!isMultiple && !isRequired) options.unshift(option("null", "No answer"));
  const write = (raw: string) => form.write(path, raw);
  return !isMultiple && options.length > MAX_RADIO_BUTTONS
    ? selection(options, isRequired, write)
    : buttons(options, isMultiple, write);
}

function selection(options: readonly Option[], isRequired: boolean, write: (raw: string) => void): Control {
  return {
    isInput: true,
    draw: ({ field, props }) => (
      <select {...inputProps(field, props)} onChange={({ currentTarget }) => write(currentTarget.value)}>
        {isRequired && <option value="null">Choose…</option>}
        {options.map(({ raw, title, isChosen }) => (
          <option value={raw} selected={isChosen}>
            {title}
          </option>
        ))}
      </select>
    ),
  };
}

function buttons(options: readonly Option[], isMultiple: boolean, write: (raw: string) => void): Control {
  const name = freshId();
  const chosen = new Set(options.filter(({ isChosen }) => isChosen).map(({ raw }) => raw));
  const choose = (raw: string, isOn: boolean) => {
    if (!isMultiple) return write(raw);
    if (isOn) chosen.add(raw);
    else chosen.delete(raw);
    write(
      `[${options
        .map((option) => option.raw)
        .filter((one) => chosen.has(one))
        .join(", ")}]`,
    );
  };
  return {
    isInput: false,
    draw: ({ props }) => (
      <div class="segments question-options" role={isMultiple ? "group" : "radiogroup"} {...props}>
        {options.map(({ raw, title, isChosen }) => (
          <label>
            <input
              type={isMultiple ? "checkbox" : "radio"}
              name={name}
              value={raw}
              defaultChecked={isChosen}
              onChange={({ currentTarget }) => choose(raw, currentTarget.checked)}
            />
            <bdi>{title}</bdi>
          </label>
        ))}
      </div>
    ),
  };
}
