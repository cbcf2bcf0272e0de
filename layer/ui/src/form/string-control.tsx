import type { VNode } from "preact";
import { VERBATIM } from "../dom/attributes";
import { type MaybeNode, isTrue, rawOf, stringOf } from "../json/node";
import type { Control, FormContext, Place, Target } from "./context";
import { inputProps } from "./field-model";
import { FileInput } from "./file-control";
import { GrowingArea } from "./growing-area";
import { jsonControl } from "./json-control";
import { MomentInput } from "./moment-control";
import { placeholderOf, unsentText } from "./placeholder";

const DATE = /^(\d{4}-\d\d-\d\d)?$/;
const KEYBOARDS: ReadonlyMap<string | undefined, string> = new Map([
  ["email", "email"],
  ["uri", "url"],
]);
// The length from which a text gets more than one line.
const LONG_TEXT = 1000;

export function stringControl(form: FormContext, place: Place): Control {
  const value = stringOf(place.node) ?? "";
  // Fields replace each carriage return with a line feed.
  if (value.includes("\r")) return jsonControl(form, place);
  return { isInput: true, draw: (target) => <StringInput form={form} place={place} value={value} target={target} /> };
}

interface StringInputProps {
  readonly form: FormContext;
  readonly place: Place;
  readonly value: string;
  readonly target: Target;
}

function StringInput({ form, place, value, target: { field, props } }: StringInputProps): VNode {
  const { path, shape, isFixed } = place;
  const write = (text: string) => form.write(path, text === "" && !isFixed ? undefined : JSON.stringify(text));
  const format = isTrue(shape.writeOnly) ? "password" : stringOf(shape.format);
  const shared = {
    ...inputProps(field, props),
    placeholder: placeholderOf(field.raw.value, unsentText(place)),
    inputMode: KEYBOARDS.get(format),
    ...VERBATIM,
  };
  if (stringOf(shape.contentEncoding) === "base64") return <FileInput value={value} write={write} props={shared} />;
  if (format === "time" || format === "date-time")
    return <MomentInput format={format} value={value} write={write} props={shared} />;
  const single = {
    ...shared,
    defaultValue: value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => write(event.currentTarget.value),
  };
  if (value.includes("\n")) return <GrowingArea value={value} isLong write={write} props={shared} />;
  if (format === "password") return <input type="password" {...single} />;
  // A date picker shows a text that is not a date as empty. E-mail fields are not used, because they rewrite their value.
  if (format === "date" && DATE.test(value)) return <input type="date" {...single} />;
  return <GrowingArea value={value} isLong={mayBeLong(shape.maxLength)} write={write} props={shared} />;
}

function mayBeLong(maxLength: MaybeNode): boolean {
  return maxLength?.type === "number" && Number(rawOf(maxLength)) >= LONG_TEXT;
}
