// The form of a question. Every field is shown, and a field that is left empty is not part of the answer.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import { Required } from "../dom/required";
import { ArgumentForm } from "../form/argument-form";
import type { Control, FormContext } from "../form/context";
import type { Draft } from "../form/draft";
import { Field } from "../form/field-model";
import { addMember, removeChild, replaceValue } from "../json/edit";
import { type JsonNode, rawOf, textAt } from "../json/node";
import { type Path, pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { printableText } from "../text/printable";
import { constraintsOf } from "./check-answer";
import { choiceControl } from "./choice-control";
import type { FlatField } from "./flat-schema";
import { Labelled } from "./labelled";

export function flatForm(draft: Draft, schema: JsonNode, fields: readonly FlatField[]): ArgumentForm {
  const isListRequired = new Map(fields.map(({ key, kind, isRequired }) => [key, kind === "choices" && isRequired]));
  return new ArgumentForm(draft, schema, {
    draw: (form) => <div class="form">{fields.map((field) => flatField(form, field))}</div>,
    withValue: (_, [key = ""], raw = "null") =>
      withMember(draft, String(key), raw, isListRequired.get(String(key)) ?? false),
  });
}

function withMember({ root, text }: Draft, key: string, raw: string, keepsEmptyList: boolean): string {
  if (root?.type !== "object") return text;
  const index = root.members.findLastIndex((member) => member.key === key);
  const isEmpty = raw === "null" || raw === '""' || (raw === "[]" && !keepsEmptyList);
  if (isEmpty) return index < 0 ? text : removeChild(root, index);
  return index < 0 ? addMember(root, key, raw) : replaceValue(root.members[index]!.value, raw);
}

function flatField(form: FormContext, field: FlatField): VNode {
  const { key, schema, label, isRequired } = field;
  const path = [key];
  const control = controlOf(form, path, field);
  const node = form.draft.nodeAt(path);
  const model = new Field(isRequired, node && rawOf(node));
  form.fields.set(pointerOf(path), model);
  const facts = (
    <>
      {isRequired ? <Required /> : <span class="type">optional</span>}
      {label !== key && (
        <code class="type">
          <Name text={key} limit={100} />
        </code>
      )}
    </>
  );
  return (
    <Labelled
      label={label}
      field={model}
      isInput={control.isInput}
      isRequired={isRequired}
      facts={facts}
      description={printableText(textAt(schema, "description") ?? "", 1000)}
      limits={constraintsOf(field)}
    >
      {control.draw}
    </Labelled>
  );
}

function controlOf(form: FormContext, path: Path, field: FlatField): Control {
  const node = form.draft.nodeAt(path);
  if (field.choices.length > 0) return choiceControl(form, path, field, node);
  const shape = shapeOf([field.schema], form.schema);
  return form.control({ path, shape, node, isRequired: field.isRequired, isFixed: false });
}
