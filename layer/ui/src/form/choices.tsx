// Controls for values of several allowed kinds: a selection of the kind, with the control of that kind below it.

import { type JsonNode, type MaybeNode, rawOf } from "../json/node";
import { pointerOf } from "../json/path";
import { type Shape, variantShape } from "../schema/shape";
import { variantName } from "../schema/summary";
import { bounded } from "../schema/work";
import { printable } from "../text/printable";
import type { Control, FormContext, Place } from "./context";
import { carriedOver, fit } from "./fit";
import { declaredDefault } from "./initial-values";
import { jsonControl } from "./json-control";
import { noneLabel } from "./placeholder";

// A kind of value, as it is offered to the user.
interface Kind {
  readonly label: string;
  readonly shape: () => Shape;
}

export function variantControl(form: FormContext, place: Place): Control {
  const { shape } = place;
  const kind = (variant: JsonNode, index: number) => ({
    label: variantName(shape, variant, index),
    shape: () => variantShape(shape, variant),
  });
  return choiceControl(form, place, shape.variants.map(kind));
}

export function typeControl(form: FormContext, place: Place): Control {
  const { shape } = place;
  const kind = (type: string) => ({ label: printable(type, 40), shape: () => ({ ...shape, types: [type] }) });
  return choiceControl(form, place, shape.types.map(kind));
}

function choiceControl(form: FormContext, place: Place, kinds: readonly Kind[]): Control {
  const { path, node } = place;
  const pointer = pointerOf(path);
  const labels = kinds.map(({ label }) => label);
  const best = bestKind(form.chosen.get(pointer) ?? -1, kinds, node);
  if (best < 0 && node && node.type !== "null") form.undecided.set(pointer, labels);
  const inner = innerControl(form, place, kinds[best]);
  return {
    isInput: false,
    draw: ({ field, props }) => (
      <div class="nested" role="group" {...props}>
        <select
          aria-label="Kind"
          onChange={({ currentTarget }) => choose(form, place, kinds, Number(currentTarget.value))}
        >
          <option value={-1} selected={best < 0}>
            {node ? "Choose a type…" : noneLabel(place)}
          </option>
          {labels.map((label, index) => (
            <option value={index} selected={index === best}>
              {label}
            </option>
          ))}
        </select>
        {inner?.draw({ field, props: inner.isInput ? { "aria-label": "Value" } : {} })}
      </div>
    ),
  };
}

function choose(form: FormContext, { path, shape }: Place, kinds: readonly Kind[], index: number): void {
  const kind = kinds[index]?.shape();
  const now = form.draft.nodeAt(path);
  if (!kind) form.chosen.delete(pointerOf(path));
  else form.chosen.set(pointerOf(path), index);
  // The value stays as it is where that would take too much work.
  const value = bounded(
    () => kind && valueOfKind(kind, shape, now),
    () => now && rawOf(now),
  );
  form.replace(path, value);
}

// The value of a place for which a kind is chosen: the present one if it fits, else a new one.
function valueOfKind(kind: Shape, all: Shape, now: MaybeNode): string | undefined {
  if (now && now.type !== "null" && fit(kind, now) > 0) return rawOf(now);
  const isDefault = declaredDefault(kind) === declaredDefault(all);
  return carriedOver(isDefault ? { ...kind, default: undefined } : kind, now);
}

// Several kinds may fit a value, or none while it is incomplete. The user's choice is kept as long as it is possible.
function bestKind(chosen: number, kinds: readonly Kind[], node: Place["node"]): number {
  if (!node) return chosen;
  const shapes = kinds.map((kind) => kind.shape());
  const fits = shapes.map((shape) => fit(shape, node));
  if ((fits[chosen] ?? 0) > 0) return chosen;
  if (Math.max(...fits) > 0) return fits.indexOf(Math.max(...fits));
  const partial = shapes.map((shape) => fit(shape, node, true));
  if ((partial[chosen] ?? 0) > 0) return chosen;
  // Without a member that matches, nothing tells one kind from another.
  return partial.indexOf(Math.max(2, ...partial));
}

function innerControl(form: FormContext, place: Place, kind: Kind | undefined): Control | undefined {
  // The choice of a kind means that a value is wanted.
  if (kind) return form.control({ ...place, shape: kind.shape(), isRequired: true });
  return place.node && place.node.type !== "null" ? jsonControl(form, place) : undefined;
}
