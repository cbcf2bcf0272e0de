import type { JsonNode } from "../json/node";

// A request of a server that a person answers.
export interface Question {
  // "elicitation/create", "sampling/createMessage", "roots/list", or anything else.
  readonly method: string;
  readonly params: JsonNode | undefined;
  // The name to show of the server that asks.
  readonly server: string;
}

// The answer, as JSON text that is sent as it is.
export type Answer = { readonly result: string } | { readonly error: string };

export interface QuestionCard {
  readonly element: HTMLElement;
  // The current answer; undefined while there is none.
  readonly answer: Answer | undefined;
  // Shows that the answer was sent; the card stays readable.
  sent(): void;
  // Makes it editable again, with the answer kept.
  reopen(): void;
  // Nobody waits for the answer any more: the reason is shown.
  close(reason: string): void;
  // A failure to deliver.
  fail(message: string): void;
}
