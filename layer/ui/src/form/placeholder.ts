import { rawOf, stringOf } from "../json/node";
import { clipped } from "../text/printable";
import type { Place } from "./context";
import { formatOf } from "./formats";

/** The placeholder of an input tells the states of its value apart while it is empty. */
export function placeholderOf(raw: string | undefined, unsent: string): string {
  if (raw === undefined) return unsent;
  return raw === "null" ? "null" : raw === '""' ? "empty text" : "";
}

/** The placeholder of an input while no value is sent: the default, or else what a value looks like. */
export function unsentText({ shape, isRequired, isFixed }: Place): string {
  const { default: preset } = shape;
  if (preset && preset.type !== "null") return clipped(stringOf(preset) ?? rawOf(preset), 60).split("\n")[0] ?? "";
  return formatOf(shape.format)?.example ?? (isRequired || isFixed ? "" : "not sent");
}

/** The option of a selection while nothing is chosen. */
export function noneLabel({ isRequired, isFixed }: Place): string {
  return isRequired || isFixed ? "Choose…" : "not sent";
}
