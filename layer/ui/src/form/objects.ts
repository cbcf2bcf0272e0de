// Objects and maps: known properties in the schema's order, then the value's other keys, then buttons for absent
// properties.

import { VERBATIM, element } from "../dom/element";
import { removeChild, renameMember } from "../json/edit";
import { type JsonNode, type ObjectNode, membersOf } from "../json/node";
import type { Path } from "../json/path";
import type { Shape } from "../schema/shape";
import { displayName } from "../text/printable";
import type { Control, FormContext } from "./context";
import { addingControls } from "./adding";
import { memberSchemas } from "./member-schemas";

export function objectControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const keys = new Set(membersOf(node).map((member) => member.key));
  const known = [...shape.properties.keys()].filter((key) => keys.has(key));
  const others = [...keys].filter((key) => !shape.properties.has(key));
  const shown = [...known, ...others];
  const fields = shown.map((key, at) => memberField(form, path, shape, key, shown[at + 1] ?? shown[at - 1]));
  const adding = addingControls(form, path, shape, keys);
  const nothing = fields.length + adding.length === 0 && element("p.hint", "Nothing to fill in.");
  return { node: element("div.nested", fields, adding.length > 0 && element("div.add", adding), nothing) };
}

// `neighbour` is the key of the field to focus when this one has been removed.
function memberField(
  form: FormContext,
  path: Path,
  shape: Shape,
  key: string,
  neighbour: string | undefined,
): HTMLElement {
  const required = shape.required.has(key);
  // Looks the member up at each use, because fields outlive the text they were drawn from.
  const restructure = (edit: (object: ObjectNode, index: number) => string, focusKey: string | undefined) => {
    const object = form.draft.nodeAt(path);
    if (object?.type !== "object") return;
    const index = object.members.findLastIndex((member) => member.key === key);
    form.restructure(edit(object, index), focusKey === undefined ? path : [...path, focusKey]);
  };
  const onchange = () => {
    const { value } = keyInput;
    if (value !== key) restructure((object, index) => renameMember(object, index, value), value);
  };
  const keyInput = element("input.key", { value: key, "aria-label": `Key ${displayName(key)}`, ...VERBATIM, onchange });
  return form.field({
    path: [...path, key],
    schemas: memberSchemas(shape, key),
    name: key,
    required,
    keyInput: required || shape.properties.has(key) ? undefined : keyInput,
    onRemove: required ? undefined : () => restructure(removeChild, neighbour),
  });
}
