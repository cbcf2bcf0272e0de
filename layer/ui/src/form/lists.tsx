// Lists and tuples.

import { addItem, removeChild, swapItems } from "../json/edit";
import { type ArrayNode, itemsOf } from "../json/node";
import { pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { counted } from "../text/units";
import type { Control, FormContext, Place } from "./context";
import { foldedPart, pagedPart } from "./folding";
import { freshValue } from "./initial-values";

// Maximum number of items in a list that have fields. Further ones are edited as JSON.
const MAX_ITEMS_IN_FORM = 100;

export function listControl(form: FormContext, { path, shape, node }: Place): Control {
  const items = itemsOf(node);
  const count = items.length;
  const schemasAt = (index: number) => [shape.prefixItems[index] ?? shape.items];
  // Looks the list up at each use, because fields outlive the text they were drawn from.
  const restructure = (edit: (list: ArrayNode) => string, focusIndex: number) => {
    const list = form.draft.nodeAt(path);
    if (list?.type === "array") form.restructure(edit(list), [...path, focusIndex]);
  };
  const move = (index: number, other: number, arrow: string, word: string) => (
    <button
      type="button"
      class="quiet small"
      aria-label={`Move item ${index + 1} ${word}`}
      disabled={other < 0 || other >= count}
      onClick={() => restructure((list) => swapItems(list, index, other), other)}
    >
      {arrow}
    </button>
  );
  const field = (index: number) =>
    form.field({
      path: [...path, index],
      schemas: schemasAt(index),
      name: `Item ${index + 1}`,
      actions: count > 1 ? [move(index, index - 1, "↑", "up"), move(index, index + 1, "↓", "down")] : [],
      onRemove: () => restructure((list) => removeChild(list, index), index + 1 < count ? index : index - 1),
    });
  const keys = items.slice(0, MAX_ITEMS_IN_FORM).map((_, index) => String(index));
  const draw = () => pagedPart(keys, (_, index) => field(index));
  const pointer = pointerOf(path);
  const isFolded = path.length > 0 && keys.length > 0 && form.room <= 0;
  const part = isFolded ? foldedPart(form, `all ${pointer}`, `Show the items (${count})`, keys, draw) : draw();
  form.groups.set(pointer, { order: new Set(), reveal: (key) => part.reveal(key) });
  const add = () => {
    const item = freshValue(shapeOf(schemasAt(count), form.schema));
    if (node?.type === "array") restructure((list) => addItem(list, item), count);
    else form.replace(path, `[\n  ${item.replaceAll("\n", "\n  ")}\n]`);
  };
  const rest = count - keys.length;
  return {
    isInput: false,
    draw: ({ props }) => (
      <div class="nested" role={path.length > 0 ? "group" : undefined} {...props}>
        {part.view}
        {rest > 0 && <p class="hint">{`${counted(rest, "more item")}: edit the JSON to change them.`}</p>}
        <div class="add">
          <button type="button" class="small chip" aria-label="Add item" onClick={add}>
            + Add item
          </button>
        </div>
      </div>
    ),
  };
}
