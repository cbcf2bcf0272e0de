// Objects and maps: known properties in the schema's order, then the value's other keys, then buttons for absent properties.
const MAX_ADD_BUTTONS = 12;

function objectControl(form, path, shape, node) {
  const keys = new Set(node.members.map((member) => member.key));
  const known = [...shape.properties.keys()].filter((key) => keys.has(key));
  const others = [...keys].filter((key) => !shape.properties.has(key));
  const shown = [...known, ...others];
  const fields = shown.map((key, at) => memberField(form, path, shape, key, shown[at + 1] ?? shown[at - 1]));
  const adding = addingControls(form, path, shape, keys);
  const nothing = fields.length + adding.length === 0 && element("p.hint", "Nothing to fill in.");
  return { node: element("div.nested", fields, adding.length > 0 && element("div.add", adding), nothing) };
}

function memberField(form, path, shape, key, neighbour) {
  const required = shape.required.has(key);
  const memberPath = [...path, key];
  // Looked up at each use, because fields outlive the text they were drawn from.
  const object = () => form.draft.nodeAt(path);
  const index = () => object().members.findLastIndex((member) => member.key === key);
  const rename = ({ target }) => target.value !== key && form.restructure(renameMember(object(), index(), target.value), [...path, target.value]);
  const isCustom = !required && !shape.properties.has(key);
  return formField(form, {
    path: memberPath,
    schemas: memberSchemas(shape, key),
    name: key,
    required,
    keyInput: isCustom && element("input.key", { value: key, "aria-label": `Key ${displayName(key)}`, ...VERBATIM, onchange: rename }),
    onRemove: !required && (() => form.restructure(removeChild(object(), index()), [...path, neighbour])),
  });
}

function memberSchemas(shape, key) {
  const matching = shape.patterns.filter(([pattern]) => matchesPattern(pattern, key)).map(([, schema]) => schema);
  return shape.properties.get(key) ?? (matching.length > 0 ? matching : [shape.additionalProperties]);
}

// Limits backtracking: a hostile pattern could block the page for years, but not with short keys, no groups and few repetitions.
function matchesPattern(pattern, key) {
  if (key.length > 100 || pattern.includes("(") || pattern.replace(/[^*+{?]/g, "").length > 3) return false;
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}

function addingControls(form, path, shape, keys) {
  const absent = [...new Set([...shape.properties.keys(), ...shape.required])].filter((key) => !keys.has(key));
  const add = (key) => form.restructure(addMember(form.draft.nodeAt(path), key, freshValue(shapeOf(memberSchemas(shape, key), form.schema))), [...path, key]);
  const addEntry = () => {
    let key = "key";
    for (let number = 2; keys.has(key); number += 1) key = `key${number}`;
    add(key);
    form.fields.get(pointerOf([...path, key])).frame.querySelector("input.key")?.select();
  };
  const adder = (name, onclick, label, wanted) => button(`+ ${name}`, onclick, wanted ? "small chip wanted" : "small chip", { "aria-label": `Add ${label}` });
  const buttons = absent.map((key) => adder(displayName(key, 60), () => add(key), displayName(key, 60), shape.required.has(key)));
  const { additionalProperties } = shape;
  const open = additionalProperties ? additionalProperties.type === "object" || isTrue(additionalProperties) : shape.patterns.length > 0 || (shape.properties.size === 0 && path.length > 0);
  if (open) buttons.push(adder("entry", addEntry, "an entry"));
  if (buttons.length <= MAX_ADD_BUTTONS) return buttons;
  return [element("details", element("summary", `Add one of ${counted(absent.length, "field")}`), element("div.add", buttons))];
}
