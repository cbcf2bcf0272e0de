// The answers that are kept for another time: how they are read, and how many are kept.

import { removeChild } from "../json/edit";
import { tryReadJson } from "../json/read";
import { memberAt, parsedList } from "../json/plain";
import { utf8Length } from "../text/utf8";
import type { FlatField } from "./flat-schema";

/** `question` identifies the question, `answer` is a JSON text. */
export interface SavedAnswer {
  readonly question: string;
  readonly answer: string;
}

// The answers that are kept. The oldest leave.
const MAX_ANSWERS = 50;
// Maximum size of all answers that are kept, in bytes of JSON. The oldest leave.
const LARGEST_STORE = 65536;
// Maximum number of characters in an answer. A longer one is not kept.
const LONGEST_ANSWER = 16000;

/** Reads answers leniently: another version of the page may have stored them. */
export function parsedAnswers(text: string): SavedAnswer[] {
  return parsedList(text, isSaved);
}

function isSaved(value: unknown): value is SavedAnswer {
  return typeof memberAt(value, "question") === "string" && typeof memberAt(value, "answer") === "string";
}

/**
 * Puts an answer at the front, in place of an older one to the same question, and drops the oldest ones beyond the
 * limits. Without an answer, the older one is removed.
 */
export function withAnswer(saved: readonly SavedAnswer[], question: string, answer: string | undefined): SavedAnswer[] {
  const others = saved.filter((one) => one.question !== question);
  const kept = (
    answer === undefined || answer.length > LONGEST_ANSWER ? others : [{ question, answer }, ...others]
  ).slice(0, MAX_ANSWERS);
  while (utf8Length(JSON.stringify(kept)) > LARGEST_STORE) kept.pop();
  return kept;
}

/** Removes the values of secret fields from an answer. */
export function withoutSecrets(content: string, fields: readonly FlatField[]): string {
  let text = content;
  for (const { key, isSecret } of fields) {
    if (!isSecret) continue;
    for (;;) {
      const root = tryReadJson(text);
      const index = root?.type === "object" ? root.members.findIndex((member) => member.key === key) : -1;
      if (root?.type !== "object" || index < 0) break;
      text = removeChild(root, index);
    }
  }
  return text;
}
