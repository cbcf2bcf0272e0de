import type { JsonNode } from "../json/node";

// A request of an MCP server that a person at the page answers.
export interface Question {
  readonly method: string;
  readonly params: JsonNode | undefined;
  // The name under which the server is shown.
  readonly server: string;
}

// JSON texts, sent verbatim: the result, or the error, of the response.
export type Answer = { readonly result: string } | { readonly error: string };

// The card of a question. Append `element` to the document in the task that creates the card, so that the card can take the focus.
export interface QuestionCard {
  readonly element: HTMLElement;
  // The current answer. It is undefined until the person submits one, and again from the first change until the next submission.
  readonly answer: Answer | undefined;
  // Shows that the answer was sent. The card stays readable.
  sent(): void;
  // Makes the card editable again, with the answer kept.
  reopen(): void;
  // The id of the elicitation, and what its completion elsewhere changes; only for addresses that are to be opened.
  readonly elicitation?: { readonly id: string; complete(): void };
  // Shows why nobody waits for the answer any more.
  close(reason: string): void;
  // Shows that the answer could not be delivered. The card can be submitted again.
  fail(message: string): void;
}
