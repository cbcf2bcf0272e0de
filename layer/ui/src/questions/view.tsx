// The parts that the cards of all questions show: who asks, the ways to answer, and what has become of the answer.

import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { freshId } from "../dom/attributes";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { announce } from "../dom/page";
import { displayName } from "../text/printable";
import type { CardAction } from "./answers";
import type { QuestionCard } from "./card";
import { JsonView } from "./json-view";

/** The card of a question. A new one takes the focus, unless the person is busy. */
export function QuestionView({ card }: { readonly card: QuestionCard }): VNode {
  const { question, parts } = card;
  const [id] = useState(freshId);
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = useRef<HTMLFieldSetElement>(null);
  useFocusSoon(heading, `${displayName(question.server)} ${parts.title}`);
  const isEditable = card.isEditable.value;
  useLayoutEffect(() => {
    if (!isEditable && fields.current?.contains(document.activeElement)) heading.current?.focus();
  }, [isEditable]);
  const submit = () => card.act(parts.actions[0]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // Elsewhere on the page, this key runs the tool.
    event.stopPropagation();
    event.preventDefault();
    if (isEditable) submit();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    submit();
  };
  return (
    <div class="question question-part" role="group" aria-labelledby={id} onKeyDown={onKeyDown}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        <Name text={question.server} /> {parts.title}
      </h3>
      {parts.body}
      <form noValidate onSubmit={onSubmit} onInput={() => card.changed()}>
        <fieldset class="question-part" disabled={!isEditable} ref={fields}>
          {parts.editor}
          <div class="question-actions">
            {parts.opener}
            {parts.actions.map((action, index) => (
              <ActionButton card={card} action={action} isDefault={index === 0} />
            ))}
          </div>
          <p class="hint">{parts.note}</p>
        </fieldset>
      </form>
      <p class="success" role="status">
        {card.status}
      </p>
      <p class="error" role="alert">
        {card.problem}
      </p>
      {question.params && !parts.showsParams && (
        <LazyDetails summary="The request as JSON">
          {() => <JsonView json={question.params!} label="The request as JSON" />}
        </LazyDetails>
      )}
    </div>
  );
}

interface ActionButtonProps {
  readonly card: QuestionCard;
  readonly action: CardAction;
  readonly isDefault: boolean;
}

function ActionButton({ card, action, isDefault }: ActionButtonProps): VNode {
  if (isDefault) {
    return (
      <button type="submit" class="primary" hidden={action.isOffered?.value === false}>
        {action.label}
      </button>
    );
  }
  return (
    <button type="button" onClick={() => card.act(action)}>
      {action.label}
    </button>
  );
}

// Focuses the heading of a new card, unless the person is typing, reading another card, or using an app.
function useFocusSoon(heading: RefObject<HTMLElement | null>, text: string): void {
  useLayoutEffect(() => {
    requestAnimationFrame(() => {
      if (!heading.current?.isConnected) return;
      announce(text);
      const isBusy = document.activeElement?.matches("input, textarea, select, iframe, .question *, dialog *");
      if (!isBusy) heading.current.focus();
    });
  }, []);
}
