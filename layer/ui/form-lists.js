// Controls for lists and tuples.
const MOST_ITEMS_IN_FORM = 100;

function listControl(form, path, shape, node) {
  const body = element("div", { class: "list" });
  const itemSchemas = (index) => [shape.prefixItems[index] ?? shape.items].filter(Boolean);
  const count = node.items.length;
  const swap = (index, other) => form.restructure(swapItems(currentNode(form, path), index, other), [...path, other]);
  const move = (index, other, arrow, word) =>
    button(arrow, () => swap(index, other), { class: "quiet small", "aria-label": `Move item ${index + 1} ${word}`, disabled: other < 0 || other >= count });
  node.items.slice(0, MOST_ITEMS_IN_FORM).forEach((item, index) => {
    body.append(
      formField(form, {
        path: [...path, index],
        schemas: itemSchemas(index),
        name: `Item ${index + 1}`,
        actions: [move(index, index - 1, "↑", "up"), move(index, index + 1, "↓", "down")],
        onRemove: () => form.restructure(removeChild(currentNode(form, path), index), path),
      }),
    );
  });
  if (count > MOST_ITEMS_IN_FORM) body.append(element("p", { class: "hint" }, `${count - MOST_ITEMS_IN_FORM} more items are in the JSON.`));
  const addItemHere = () => {
    const now = currentNode(form, path);
    form.restructure(addItem(now, freshValue(shapeOf(itemSchemas(now.items.length), form.schema))), [...path, now.items.length]);
  };
  body.append(element("div", { class: "add" }, button("+ item", addItemHere, { class: "small chip", "aria-label": "Add an item" })));
  return { node: body };
}
