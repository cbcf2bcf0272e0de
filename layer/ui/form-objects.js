// Controls for objects: known properties in the schema's order, then the keys that only the value knows, then what can be added.
const MOST_ADD_BUTTONS = 12;

function objectControl(form, path, shape, node) {
  const body = element("div", { class: "object" });
  for (const [key, schemas] of shape.properties) {
    if (memberOf(node, key)) body.append(knownField(form, path, shape, node, key, schemas));
  }
  for (const key of new Set(node.members.map((member) => member.key))) {
    if (!shape.properties.has(key)) body.append(entryField(form, path, shape, node, key));
  }
  const adding = addControl(form, path, shape, node);
  if (adding) body.append(adding);
  if (body.childNodes.length === 0) body.append(element("p", { class: "hint" }, path.length === 0 ? "This tool takes no arguments." : "Nothing to fill in."));
  return { node: body };
}

function knownField(form, path, shape, node, key, schemas) {
  const required = shape.required.has(key);
  const remove = () => form.restructure(removeChild(currentNode(form, path), lastIndexOf(form, path, key)), path);
  return formField(form, { path: [...path, key], schemas, name: spelled(key), required, onRemove: required ? undefined : remove });
}

// A key that the schema leaves to the user: an entry of a map, or one that the form does not know.
function entryField(form, path, shape, node, key) {
  const rename = element("input", {
    class: "key",
    value: key,
    "aria-label": `Key ${spelled(key)}`,
    spellcheck: "false",
    onchange: ({ target }) => {
      if (target.value === key) return;
      form.restructure(renameMember(currentNode(form, path), lastIndexOf(form, path, key), target.value), [...path, target.value]);
    },
  });
  const required = shape.required.has(key);
  const remove = () => form.restructure(removeChild(currentNode(form, path), lastIndexOf(form, path, key)), path);
  return formField(form, { path: [...path, key], schemas: entrySchemas(shape, key), name: spelled(key), required, rename: required ? undefined : rename, onRemove: required ? undefined : remove });
}

function entrySchemas(shape, key) {
  const matching = shape.patterns.filter(({ pattern }) => matchesPattern(pattern, key)).map(({ schema }) => schema);
  return matching.length > 0 ? matching : [shape.additional].filter(Boolean);
}

function matchesPattern(pattern, key) {
  // A hostile pattern could hold the page for years. Without groups and with few repetitions none can.
  if (key.length > 100 || pattern.includes("(") || pattern.replace(/[^*+{?]/g, "").length > 3) return false;
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return false;
  }
}

function addControl(form, path, shape, node) {
  const absent = [...new Set([...shape.properties.keys(), ...shape.required])].filter((key) => !memberOf(node, key));
  const open = shape.additional ? shape.additional.type === "object" || isTrue(shape.additional) : shape.patterns.length > 0 || shape.properties.size === 0;
  const add = (key, schemas) => {
    const raw = freshValue(shapeOf(schemas, form.schema));
    form.restructure(addMember(currentNode(form, path), key, raw), [...path, key]);
  };
  const addKnown = (key) => add(key, shape.properties.get(key) ?? []);
  const addEntry = () => {
    const key = freeKey(currentNode(form, path));
    add(key, entrySchemas(shape, key));
    form.fields.get(pointerOf([...path, key]))?.frame.querySelector("input.key")?.select();
  };
  const row = element("div", { class: "add" });
  if (absent.length > MOST_ADD_BUTTONS) row.append(...addBySelect(absent, shape, addKnown));
  else row.append(...absent.map((key) => button(`+ ${spelled(key, 60)}`, () => addKnown(key), { class: shape.required.has(key) ? "small chip wanted" : "small chip", "aria-label": `Add ${spelled(key, 60)}` })));
  if (open && (path.length > 0 || shape.properties.size === 0)) row.append(button("+ entry", addEntry, { class: "small chip", "aria-label": "Add an entry" }));
  return row.childNodes.length > 0 && row;
}

function addBySelect(absent, shape, add) {
  const select = element("select", { "aria-label": "Optional field" }, absent.map((key, index) => element("option", { value: index }, shape.required.has(key) ? `${spelled(key, 60)} (required)` : spelled(key, 60))));
  return [select, button("Add", () => add(absent[select.value]), { class: "small", "aria-label": "Add the chosen field" })];
}

function freeKey(node) {
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? "key" : `key${number}`;
    if (!memberOf(node, key)) return key;
  }
}

// The object as it is now: fields outlive the reading of the text they were drawn from.
function currentNode(form, path) {
  return form.draft.nodeAt(path);
}

function lastIndexOf(form, path, key) {
  return currentNode(form, path).members.findLastIndex((member) => member.key === key);
}
