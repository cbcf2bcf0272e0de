// Controls for values of which a schema allows several kinds: a choice of the kind, and that kind's own control below it.

function variantControl(form, path, shape, node) {
  const labels = shape.variants.map((variant, index) => variantName(shape, variant, index));
  const shapeAt = (index) => variantShape(shape, shape.variants[index]);
  return choiceControl(form, path, labels, shapeAt, bestVariant(shape, node), node);
}

function typeControl(form, path, shape, node) {
  const shapeAt = (index) => ({ ...shape, types: [shape.types[index]] });
  const current = shape.types.findIndex((type, index) => node && node.type !== "null" && hasType(shapeAt(index), node));
  return choiceControl(form, path, shape.types.map((type) => spelled(type, 40)), shapeAt, current, node);
}

function choiceControl(form, path, labels, shapeAt, best, node) {
  const pointer = pointerOf(path);
  // What the user chose counts for as long as the value fits it; several kinds may fit one value.
  const chosen = form.chosen.get(pointer);
  const current = chosen < labels.length && fit(shapeAt(chosen), node) > 0 ? chosen : best;
  const select = element(
    "select",
    {
      "aria-label": "Kind",
      class: "kind",
      onchange: () => {
        const index = Number(select.value);
        form.chosen.set(pointer, index);
        const now = form.draft.nodeAt(path);
        form.write(path, fit(shapeAt(index), now) > 0 && now.type !== "null" ? rawOf(now) : carriedOver(shapeAt(index), now));
      },
    },
    current < 0 && element("option", { value: -1 }, "Choose a kind…"),
    labels.map((label, index) => element("option", { value: index }, label)),
  );
  select.value = current;
  const inner = current >= 0 ? controlFor(form, path, shapeAt(current), node) : node?.type !== "null" && jsonControl(form, path, node);
  if (inner?.input && !inner.input.hasAttribute("aria-label")) inner.input.setAttribute("aria-label", "Value");
  return { node: element("div", { class: "choice" }, select, inner?.node) };
}
