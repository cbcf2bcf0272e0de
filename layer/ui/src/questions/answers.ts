// The answers to questions, as JSON texts, and the ways to give them.

import type { ReadonlySignal } from "@preact/signals";
import type { Answer } from "./question";

/** A way to answer. */
export interface CardAction {
  readonly label: string;
  /** The word for an answer that was given in this way. */
  readonly outcome: string;
  /** Returns nothing if the answer is not complete, having shown why. */
  readonly answer: () => Answer | undefined;
  /** False while the action is not offered yet. */
  readonly isOffered?: ReadonlySignal<boolean>;
}

/** `content` is a JSON object, kept as written. */
export function accepted(content: string): Answer {
  return { result: `{"action":"accept","content":${content}}` };
}

export const OPENED: Answer = { result: '{"action":"accept"}' };

/** The ways not to accept an elicitation. */
export const ALTERNATIVES: readonly CardAction[] = [
  { label: "Decline", outcome: "declined", answer: () => ({ result: '{"action":"decline"}' }) },
  { label: "Cancel", outcome: "cancelled", answer: () => ({ result: '{"action":"cancel"}' }) },
];
export const ALTERNATIVES_NOTE = "Decline: refuse. Cancel: don’t answer.";

/** The actions for a request that is answered with a result, or declined with an error. */
export function resultActions(read: () => string | undefined, code: number, message: string): readonly CardAction[] {
  const answer = () => {
    const result = read();
    return result === undefined ? undefined : { result };
  };
  const error = JSON.stringify({ code, message });
  return [
    { label: "Submit", outcome: "submitted", answer },
    { label: "Decline", outcome: "declined", answer: () => ({ error }) },
  ];
}
