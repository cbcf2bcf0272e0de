// Controls for values of several allowed kinds: a selection of the kind, with the control of that kind below it.

import { element } from "../dom/element";
import { type JsonNode, rawOf } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import { type Shape, variantShape } from "../schema/shape";
import { variantName } from "../schema/summary";
import { printable } from "../text/printable";
import type { Control, FormContext } from "./context";
import { carriedOver, fit } from "./fit";
import { jsonControl } from "./json-control";

// A kind of value, as it is offered to the user.
interface Kind {
  readonly label: string;
  readonly shape: () => Shape;
}

export function variantControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const kind = (variant: JsonNode, index: number) => ({
    label: variantName(shape, variant, index),
    shape: () => variantShape(shape, variant),
  });
  return choiceControl(form, path, shape.variants.map(kind), node);
}

export function typeControl(form: FormContext, path: Path, shape: Shape, node: JsonNode): Control {
  const kind = (type: string) => ({ label: printable(type, 40), shape: () => ({ ...shape, types: [type] }) });
  return choiceControl(form, path, shape.types.map(kind), node);
}

function choiceControl(form: FormContext, path: Path, kinds: readonly Kind[], node: JsonNode): Control {
  const pointer = pointerOf(path);
  const fits = kinds.map((kind) => fit(kind.shape(), node));
  // Several kinds may fit a value. The user's choice is kept as long as the value fits it.
  const chosen = form.chosen.get(pointer) ?? -1;
  const best = (fits[chosen] ?? 0) > 0 ? chosen : fits.indexOf(Math.max(1, ...fits));
  const choose = () => {
    const index = Number(select.value);
    form.chosen.set(pointer, index);
    const shape = kinds[index]?.shape();
    const now = form.draft.nodeAt(path);
    if (!shape || !now) return;
    form.replace(path, now.type !== "null" && fit(shape, now) > 0 ? rawOf(now) : carriedOver(shape, now));
  };
  const unknown = best < 0 && element("option", { value: -1 }, "Choose a kind…");
  const options = kinds.map(({ label }, index) => element("option", { value: index }, label));
  const select = element("select", { "aria-label": "Kind", onchange: choose }, unknown, options);
  select.value = String(best);
  const inner = innerControl(form, path, kinds[best], node);
  inner?.input?.setAttribute("aria-label", "Value");
  return { node: element("div.nested", select, inner?.node) };
}

function innerControl(form: FormContext, path: Path, kind: Kind | undefined, node: JsonNode): Control | undefined {
  if (kind) return form.control(path, kind.shape(), node);
  return node.type === "null" ? undefined : jsonControl(form, path, node);
}
