// Findings on tools that other clients refuse or that mislead models, with the documents that say so. The explorer's server has the
// rules.

import { jsonOf } from "../changes/difference";
import { type PlainObject, memberAt, parsedJson } from "../json/plain";
import { bodyText } from "../protocol/body-text";
import { refusal, send } from "../protocol/requests";
import { ROOT_PATH } from "../settings";

export type Severity = "error" | "warning" | "hint";

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The keywords or arguments that it is about. */
  readonly names?: readonly string[];
  /** The number of further names. */
  readonly more?: number;
  readonly source?: { readonly title: string; readonly url: string };
}

/** Requests the findings on each of the tools. */
export async function fetchFindings(
  tools: readonly PlainObject[],
  signal: AbortSignal,
): Promise<readonly (readonly Finding[])[]> {
  const body = jsonOf(tools);
  if (body === undefined) throw new Error("A definition is nested too deeply.");
  const response = await send(`${ROOT_PATH}/findings`, { method: "POST", body, signal });
  const text = await bodyText(response);
  const findings = memberAt(parsedJson(text), "findings");
  if (!Array.isArray(findings)) throw refusal(response, text);
  return findings as Finding[][];
}
