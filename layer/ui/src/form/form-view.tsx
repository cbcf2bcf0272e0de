import { Fragment, type VNode } from "preact";
import type { ArgumentForm } from "./argument-form";
import { FieldError } from "./field";

interface FormViewProps {
  readonly form: ArgumentForm;
  readonly label?: string;
}

/** A form, as far as its draft can be read. */
export function FormView({ form, label = "Arguments as a form" }: FormViewProps): VNode {
  const { field, view, isReadable, version } = form.body.value;
  return (
    <div class="form" role="group" aria-label={label} ref={form.root}>
      <p class="form-note">{!isReadable && "Fix the JSON to use the form"}</p>
      <div class={field.error.value === "" ? "form" : "form invalid"} id={field.frameId} inert={!isReadable}>
        <FieldError field={field} />
        <Fragment key={version}>{view}</Fragment>
      </div>
    </div>
  );
}
