// The form of a question. Every field is shown, and a field that is left empty is not part of the answer.

import { element, nameNode } from "../dom/element";
import { ArgumentForm } from "../form/argument-form";
import { type Control, type FormContext } from "../form/context";
import type { Draft } from "../form/draft";
import { addMember, removeChild, replaceValue } from "../json/edit";
import { type JsonNode, textAt } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { printableText } from "../text/printable";
import { constraintsOf } from "./check-answer";
import { choiceControl } from "./choice-control";
import type { FlatField } from "./flat-schema";
import { labelled } from "./labelled";

export function flatForm(draft: Draft, schema: JsonNode, fields: readonly FlatField[]): ArgumentForm {
  const isListRequired = new Map(fields.map(({ key, kind, isRequired }) => [key, kind === "choices" && isRequired]));
  const form = new ArgumentForm(draft, schema, {
    draw: (context) =>
      element(
        "div.form",
        fields.map((field) => flatField(context, field)),
      ),
    withValue: (_, [key = ""], raw = "null") =>
      withMember(draft, String(key), raw, isListRequired.get(String(key)) ?? false),
  });
  form.element.setAttribute("aria-label", "Answer as a form");
  return form;
}

function withMember({ root, text }: Draft, key: string, raw: string, keepsEmptyList: boolean): string {
  if (root?.type !== "object") return text;
  const index = root.members.findLastIndex((member) => member.key === key);
  const isEmpty = raw === "null" || raw === '""' || (raw === "[]" && !keepsEmptyList);
  if (isEmpty) return index < 0 ? text : removeChild(root, index);
  return index < 0 ? addMember(root, key, raw) : replaceValue(root.members[index]!.value, raw);
}

function flatField(form: FormContext, field: FlatField): HTMLElement {
  const { key, schema, label, isRequired } = field;
  const path = [key];
  const { node, input } = controlOf(form, path, field);
  const target = input ?? node;
  if (input && isRequired) input.setAttribute("aria-required", "true");
  const facts = [
    isRequired ? element("span.required", "required") : element("span.type", "optional"),
    label !== key && element("code.type", nameNode(key, 100)),
  ];
  const description = printableText(textAt(schema, "description") ?? "", 1000);
  const { frame, slot } = labelled(label, target, { facts, description, limits: constraintsOf(field) }, node);
  form.fields.set(pointerOf(path), { frame, slot, target, isRequired, onWrite: () => undefined });
  return frame;
}

function controlOf(form: FormContext, path: Path, field: FlatField): Control {
  const node = form.draft.nodeAt(path);
  if (field.choices.length > 0) return choiceControl(form, path, field, node);
  const shape = shapeOf([field.schema], form.schema);
  return form.control({ path, shape, node, isRequired: field.isRequired, isFixed: false });
}
