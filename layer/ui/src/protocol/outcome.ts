import { type JsonNode, isTrue, memberOf, textAt, valueOf } from "../json/node";
import { readingJson } from "../json/read";
import { finishInSlices } from "../scheduling/slices";
import { settings } from "../settings";
import { messageOf } from "../text/error";
import { printableText } from "../text/printable";
import type { Violation } from "./violations";

export const TOOL_ERROR = "Tool error";

/**
 * A notification of the server as JSON text, with its time in milliseconds: in the log of a run since its beginning, in
 * that of the page since the epoch.
 */
export interface LogLine {
  readonly at: number;
  readonly raw: string;
  /** The request that it belongs to; only in the log of the page. */
  readonly from?: string | undefined;
}

/** The notifications that were kept, and the number of older ones that were not. */
export interface Log {
  readonly lines: readonly LogLine[];
  readonly dropped: number;
}

/** The outcome of a call, as it is shown and stored. */
export interface Outcome {
  kind: "success" | "tool-error" | "failed" | "cancelled";
  headline: string;
  status?: number;
  /** The challenge with which the MCP server asks for a token, or for one with more scopes. */
  challenge?: string | undefined;
  /** The code of a JSON-RPC error. */
  code?: number;
  duration: number;
  /** Bytes of the response, and its text; a stored outcome may have none. */
  size: number;
  text?: string;
  root?: JsonNode;
  log?: Log;
  /**
   * The first differences between the structured content and the tool's `outputSchema`, and the number of all. Absent
   * if the server did not compare them.
   */
  mismatches?: readonly Violation[];
  mismatchCount?: number;
  /** The texts that are not what their `format` says, which strict clients refuse: "20 × date-time". */
  misformatted?: string;
  trace?: string | undefined;
  /** Time since the epoch, in milliseconds. */
  started: number;
}

/**
 * Derives the parts of an outcome that follow from the text and the status of a response. Also used for calls from the
 * history, which stores only the text.
 */
export async function classified(
  text: string,
  status: number | undefined,
): Promise<Pick<Outcome, "kind" | "headline" | "root" | "trace">> {
  let root: JsonNode;
  try {
    root = await finishInSlices(readingJson(text));
  } catch (problem) {
    return { kind: "failed", headline: `The response is not JSON: ${messageOf(problem)}` };
  }
  const trace = textAt(valueOf(root, "_meta"), "_trace_id");
  // A server may allow only some of its tools to run. Guards and the MCP server have other reasons for a 403.
  const isDisabled = textAt(root, "error") === "Tool execution is disabled.";
  if (status === 403 && settings.mayExecute && isDisabled) {
    return { kind: "failed", headline: "This server does not allow this tool to run.", root, trace };
  }
  if (!memberOf(root, "content") && !memberOf(root, "structuredContent")) {
    const headline = printableText(
      textAt(root, "error") ?? `The server answered ${status} without a tool result.`,
      4000,
    );
    return { kind: "failed", headline, root, trace };
  }
  if (isTrue(valueOf(root, "isError"))) return { kind: "tool-error", headline: TOOL_ERROR, root, trace };
  return { kind: "success", headline: "Success", root, trace };
}
