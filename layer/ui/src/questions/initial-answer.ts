import { objectText } from "../json/object-text";
import { rawOf, valueOf } from "../json/node";
import type { FlatField } from "./flat-schema";

/** The answer before anybody has changed it: the defaults. */
export function initialAnswer(fields: readonly FlatField[]): string {
  const initial = new Map<string, string>();
  for (const { key, schema, kind, isRequired } of fields) {
    const preset = valueOf(schema, "default");
    if (preset && preset.type !== "null") initial.set(key, rawOf(preset));
    else if (kind === "choices" && isRequired) initial.set(key, "[]");
  }
  return objectText(initial.keys(), (key) => initial.get(key)!);
}
