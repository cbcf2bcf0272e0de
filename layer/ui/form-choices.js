// Controls for values of several allowed kinds: a selection of the kind, with the control of that kind below it.

function variantControl(form, path, shape, node) {
  const labels = shape.variants.map((variant, index) => variantName(shape, variant, index));
  return choiceControl(form, path, labels, (index) => variantShape(shape, shape.variants[index]), node);
}

function typeControl(form, path, shape, node) {
  return choiceControl(form, path, shape.types.map((type) => printable(type, 40)), (index) => ({ ...shape, types: [shape.types[index]] }), node);
}

function choiceControl(form, path, labels, shapeAt, node) {
  const pointer = pointerOf(path);
  const fits = labels.map((_, index) => fit(shapeAt(index), node));
  // Several kinds may fit a value. The user's choice is kept as long as the value fits it.
  const chosen = form.chosen.get(pointer);
  const best = fits[chosen] > 0 ? chosen : fits.indexOf(Math.max(1, ...fits));
  const choose = () => {
    const index = Number(select.value);
    form.chosen.set(pointer, index);
    const now = form.draft.nodeAt(path);
    if (index >= 0) form.replace(path, now.type !== "null" && fit(shapeAt(index), now) > 0 ? rawOf(now) : carriedOver(shapeAt(index), now));
  };
  const unknown = best < 0 && element("option", { value: -1 }, "Choose a kind…");
  const select = element("select", { "aria-label": "Kind", onchange: choose }, unknown, labels.map((label, index) => element("option", { value: index }, label)));
  select.value = best;
  const inner = best >= 0 ? controlFor(form, path, shapeAt(best), node) : node.type !== "null" && jsonControl(form, path, node);
  inner?.input?.setAttribute("aria-label", "Value");
  return { node: element("div.nested", select, inner?.node) };
}
