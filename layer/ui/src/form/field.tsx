import type { ComponentChildren, VNode } from "preact";
import { Name } from "../dom/name";
import { Required } from "../dom/required";
import { itemsOf, rawOf, stringOf } from "../json/node";
import { pointerOf } from "../json/path";
import { shapeOf } from "../schema/shape";
import { shapeSummary } from "../schema/summary";
import { displayName, printableText } from "../text/printable";
import type { FieldOptions, FormContext, Place } from "./context";
import { Field } from "./field-model";
import { StateButtons } from "./states";

// The examples that are offered for a value. Further ones stand only in the schema.
const MAX_EXAMPLES = 6;

/** Draws a note in place of a field. */
export function hint(text: string): VNode {
  return <p class="hint">{text}</p>;
}

/** The error of a value. */
export function FieldError({ field }: { readonly field: Field }): VNode {
  return (
    <p class="error" id={field.errorId}>
      {field.error}
    </p>
  );
}

/** Draws one value of a form with its name, description, control, examples and error. */
export function formField(form: FormContext, options: FieldOptions): VNode {
  const { path, schemas, name, required = false, keyInput } = options;
  const shape = shapeOf(schemas, form.schema);
  const isFixed = keyInput !== undefined || typeof path.at(-1) === "number";
  const place = { path, shape, node: form.draft.nodeAt(path), isRequired: required, isFixed };
  const field = new Field(required, place.node && rawOf(place.node));
  const { isInput, draw } = form.control(place);
  const description = stringOf(shape.description);
  const hintId = `${field.targetId}-hint`;
  const props = {
    id: field.targetId,
    "aria-describedby": description ? `${hintId} ${field.errorId}` : field.errorId,
    "aria-required": (required && isInput) || undefined,
    "aria-label": !isInput || keyInput ? `Value of ${displayName(name)}` : undefined,
  };
  form.fields.set(pointerOf(path), field);
  return (
    <FieldFrame field={field}>
      <FieldHead options={options} place={place} target={isInput ? field.targetId : undefined} />
      {description && (
        <p class="hint prose" id={hintId}>
          {printableText(description, 1000)}
        </p>
      )}
      {draw({ field, props })}
      <Examples form={form} place={place} />
      <FieldError field={field} />
      <FieldActions form={form} options={options} place={place} field={field} />
    </FieldFrame>
  );
}

interface FieldFrameProps {
  readonly field: Field;
  readonly children: ComponentChildren;
}

/** The frame of a field, which is marked if the value is wrong. */
export function FieldFrame({ field, children }: FieldFrameProps): VNode {
  return (
    <div class={field.error.value === "" ? "field" : "field invalid"} id={field.frameId}>
      {children}
    </div>
  );
}

interface FieldHeadProps {
  readonly options: FieldOptions;
  readonly place: Place;
  /** The id of the input that the name labels, if there is one. */
  readonly target: string | undefined;
}

function FieldHead({ options: { name, required, keyInput }, place: { shape }, target }: FieldHeadProps): VNode {
  const title = stringOf(shape.title);
  const shown = <Name text={name} />;
  const label = target ? (
    <label class="key" for={target}>
      {shown}
    </label>
  ) : (
    <span class="key">{shown}</span>
  );
  return (
    <div class="field-head">
      {keyInput ?? label}
      {required && <Required />}
      {title && title !== name && <Name text={title} limit={100} />}
      <span class="type">{shapeSummary(shape)}</span>
    </div>
  );
}

interface FieldActionsProps {
  readonly form: FormContext;
  readonly options: FieldOptions;
  readonly place: Place;
  readonly field: Field;
}

function FieldActions({ form, options: { name, actions, onRemove }, place, field }: FieldActionsProps): VNode {
  return (
    <span class="field-actions">
      <StateButtons form={form} place={place} field={field} name={name} />
      {actions}
      {onRemove && (
        <button type="button" class="quiet small" aria-label={`Remove ${displayName(name)}`} onClick={onRemove}>
          Remove
        </button>
      )}
    </span>
  );
}

function Examples({
  form,
  place: { path, shape },
}: {
  readonly form: FormContext;
  readonly place: Place;
}): VNode | null {
  const offered = itemsOf(shape.examples).slice(0, MAX_EXAMPLES);
  if (offered.length === 0) return null;
  return (
    <div class="add hint">
      Examples
      {offered.map((example) => {
        const raw = rawOf(example);
        const text = displayName(stringOf(example) ?? raw, 60);
        return (
          <button
            type="button"
            class="small chip"
            aria-label={`Use the example ${text}`}
            onClick={() => form.replace(path, raw)}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
