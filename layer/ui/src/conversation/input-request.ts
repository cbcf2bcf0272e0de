// A request for input in place of a result (MCP 2026-07-28, multi round-trip requests).

import { type JsonNode, membersOf, rawOf, textAt, valueOf } from "../json/node";
import { compactObject } from "../json/write";
import type { LiveEnd } from "../protocol/live";
import type { Answer, Question } from "../questions/question";
import { printable } from "../text/printable";
import { serverName } from "./server-name";

// The questions of one round. A call with more of them fails.
const MOST_QUESTIONS = 50;

export interface InputRequest {
  /** The questions with their keys, in the server's order. */
  readonly questions: readonly (readonly [key: string, question: Question])[];
  /** The server's state as JSON text, which goes back as it came. */
  readonly state: string | undefined;
}

/** Returns the request for input if a live request has ended with one. Throws if it has too many questions. */
export function inputRequestOf({ event, ...end }: LiveEnd): InputRequest | undefined {
  const result = event === "result" && "root" in end ? valueOf(end.root, "result") : undefined;
  if (textAt(result, "resultType") !== "input_required") return undefined;
  const server = serverName(result);
  const requests = membersOf(valueOf(result, "inputRequests"));
  if (requests.length > MOST_QUESTIONS) {
    throw new Error(`The server asks ${requests.length} questions at once. This page shows at most ${MOST_QUESTIONS}.`);
  }
  const questions = requests.map(({ key, value }) => [key, questionOf(value, server)] as const);
  const state = valueOf(result, "requestState");
  return { questions: [...new Map(questions)], state: state && rawOf(state) };
}

export function questionOf(request: JsonNode | undefined, server: string): Question {
  return { method: printable(textAt(request, "method") ?? "", 100), params: valueOf(request, "params"), server };
}

/** The member `resume` of the next request: the answers by key, and the state. */
export function resumeText(answers: readonly (readonly [key: string, answer: Answer])[], state?: string): string {
  const results = answers.map(([key, answer]) => [key, "result" in answer ? answer.result : undefined] as const);
  return compactObject([
    ["inputResponses", results.length > 0 ? compactObject(results) : undefined],
    ["requestState", state],
  ]);
}
