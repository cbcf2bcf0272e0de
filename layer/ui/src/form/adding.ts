import { button, element } from "../dom/element";
import { addMember } from "../json/edit";
import { isTrue } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import { type Shape, shapeOf } from "../schema/shape";
import { displayName } from "../text/printable";
import { counted } from "../text/units";
import type { FormContext } from "./context";
import { freshValue } from "./initial-values";
import { memberSchemas } from "./member-schemas";

// Buttons that add absent properties and other entries to an object.
const MAX_ADD_BUTTONS = 12;

export function addingControls(form: FormContext, path: Path, shape: Shape, keys: ReadonlySet<string>): HTMLElement[] {
  const absent = [...new Set([...shape.properties.keys(), ...shape.required])].filter((key) => !keys.has(key));
  const add = (key: string) => {
    const object = form.draft.nodeAt(path);
    if (object?.type !== "object") return;
    const value = freshValue(shapeOf(memberSchemas(shape, key), form.schema));
    form.restructure(addMember(object, key, value), [...path, key]);
  };
  const addEntry = () => {
    let key = "key";
    for (let number = 2; keys.has(key); number += 1) key = `key${number}`;
    add(key);
    form.fields
      .get(pointerOf([...path, key]))
      ?.frame.querySelector<HTMLInputElement>("input.key")
      ?.select();
  };
  const adder = (name: string, onclick: () => void, label: string, isWanted = false) =>
    button(`+ ${name}`, onclick, isWanted ? "small chip wanted" : "small chip", { "aria-label": `Add ${label}` });
  const buttons: HTMLElement[] = absent.map((key) => {
    const label = displayName(key, 60);
    return adder(label, () => add(key), label, shape.required.has(key));
  });
  if (takesOtherKeys(shape, path)) buttons.push(adder("entry", addEntry, "an entry"));
  if (buttons.length <= MAX_ADD_BUTTONS) return buttons;
  const summary = element("summary", `Add one of ${counted(absent.length, "field")}`);
  return [element("details", summary, element("div.add", buttons))];
}

function takesOtherKeys({ additionalProperties, patterns, properties }: Shape, path: Path): boolean {
  if (additionalProperties) return additionalProperties.type === "object" || isTrue(additionalProperties);
  return patterns.length > 0 || (properties.size === 0 && path.length > 0);
}
