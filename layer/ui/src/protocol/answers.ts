// Answers to requests that a server of an older revision sends while it runs a tool.

import { textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { compactObject } from "../json/write";
import { ROOT_PATH } from "../settings";
import { clipped } from "../text/printable";
import { bodyText } from "./body-text";
import { send } from "./requests";

const FAILURES: Readonly<Partial<Record<number, string>>> = {
  400: "Answer rejected: its token is not valid.",
  403: "Answer rejected: the question was for another caller. Check token and headers under Access.",
  409: "This question is already answered.",
  410: "This question has expired.",
};

export interface AnswerFailure {
  readonly message: string;
  /** Set if the answer cannot be sent again. */
  readonly isFinal: boolean;
}

/**
 * Sends an answer: a member `result` or `error` as JSON text, with the question's token as it was written. Returns the
 * failure, if there is one. Throws if the server cannot be reached.
 */
export async function sendAnswer(
  token: string,
  answer: { readonly result?: string; readonly error?: string },
): Promise<AnswerFailure | undefined> {
  const body = compactObject([
    ["token", token],
    ["result", answer.result],
    ["error", answer.error],
  ]);
  const response = await send(`${ROOT_PATH}/rpc/answer`, { method: "POST", body });
  const { status } = response;
  const text = await bodyText(response);
  if (status === 202) return undefined;
  const reason = clipped(textAt(tryReadJson(text), "error") ?? "", 1000);
  const message = FAILURES[status] ?? `The answer was not delivered: the server answered ${status}.`;
  return { message: [message, reason].filter(Boolean).join(" "), isFinal: status === 409 || status === 410 };
}
