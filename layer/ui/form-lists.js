// Lists and tuples.
const MAX_ITEMS_IN_FORM = 100;

function listControl(form, path, shape, node) {
  const list = () => form.draft.nodeAt(path);
  const schemasAt = (index) => [shape.prefixItems[index] ?? shape.items];
  const count = node.items.length;
  const move = (index, other, arrow, word) =>
    button(arrow, () => form.restructure(swapItems(list(), index, other), [...path, other]), "quiet small", { "aria-label": `Move item ${index + 1} ${word}`, disabled: other < 0 || other >= count });
  const fields = node.items.slice(0, MAX_ITEMS_IN_FORM).map((_, index) =>
    formField(form, {
      path: [...path, index],
      schemas: schemasAt(index),
      name: `Item ${index + 1}`,
      actions: [move(index, index - 1, "↑", "up"), move(index, index + 1, "↓", "down")],
      onRemove: () => form.restructure(removeChild(list(), index), [...path, index + 1 < count ? index : index - 1]),
    }),
  );
  const add = () => form.restructure(addItem(list(), freshValue(shapeOf(schemasAt(count), form.schema))), [...path, count]);
  const rest = count > fields.length && element("p.hint", `${counted(count - fields.length, "more item")} in the JSON.`);
  return { node: element("div.nested", fields, rest, element("div.add", button("+ item", add, "small chip", { "aria-label": "Add an item" }))) };
}
