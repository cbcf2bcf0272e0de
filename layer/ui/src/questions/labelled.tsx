import type { ComponentChildren, VNode } from "preact";
import { Name } from "../dom/name";
import type { Target, TargetProps } from "../form/context";
import { FieldError, FieldFrame } from "../form/field";
import type { Field } from "../form/field-model";

interface LabelledProps {
  readonly label: string;
  readonly field: Field;
  /** True if a single element holds the value, which the name then labels. */
  readonly isInput?: boolean;
  readonly isRequired?: boolean;
  /** Shown beside the name. */
  readonly facts?: ComponentChildren;
  readonly description?: string | undefined;
  readonly limits?: string;
  readonly children: (target: Target) => VNode;
}

/** A field with its name, and what is to be known before it is filled in. */
export function Labelled(options: LabelledProps): VNode {
  const { label, field, isInput = true, isRequired = false, facts, description, limits, children: draw } = options;
  const id = field.targetId;
  const hints = [description && `${id}-description`, limits && `${id}-limits`, field.errorId];
  const props: TargetProps = {
    id,
    "aria-labelledby": `${id}-name`,
    "aria-describedby": hints.filter(Boolean).join(" "),
    "aria-required": (isRequired && isInput) || undefined,
  };
  const name = <Name text={label} />;
  return (
    <FieldFrame field={field}>
      <div class="field-head">
        <strong>
          {isInput ? (
            <label id={`${id}-name`} for={id}>
              {name}
            </label>
          ) : (
            <span id={`${id}-name`}>{name}</span>
          )}
        </strong>
        {facts}
      </div>
      <Hint id={`${id}-description`} text={description} />
      {draw({ field, props })}
      <Hint id={`${id}-limits`} text={limits} />
      <FieldError field={field} />
    </FieldFrame>
  );
}

function Hint({ id, text }: { readonly id: string; readonly text: string | undefined }): VNode | null {
  if (!text) return null;
  return (
    <p class="hint prose" id={id}>
      {text}
    </p>
  );
}
