// Recorded calls of tools by other clients, as what an app is told of them.

import { completeResult } from "../apps/run/complete-result";
import { type AppInput, TOOL_CANCELLED, TOOL_INPUT, TOOL_RESULT } from "../apps/model/hosted-app";
import { type MaybeNode, numberAt, plainValue, textAt, valueOf } from "../json/node";
import { isObject } from "../json/plain";
import { printable } from "../text/printable";
import { clientWords } from "../traffic/client-words";
import { errorOf, paramsOf, resultOf } from "../traffic/message";
import type { Operation } from "../traffic/operation";
import type { TrafficRecord } from "../traffic/record";

export interface AgentCall {
  readonly operation: Operation;
  readonly tool: string;
  /** The client in words. */
  readonly client: string;
  /** The first message for the app; undefined if the arguments are not known. */
  readonly input: AppInput | undefined;
  /** The reason why the call is not shown in apps; empty if it is. */
  readonly problem: string;
}

export interface CallEnd {
  readonly message: AppInput;
  /** The reason why the app has no result; empty if it has one. */
  readonly problem: string;
}

/** Returns undefined for anything but the call of a tool by another client than an explorer. */
export function agentCallOf(operation: Operation): AgentCall | undefined {
  const { request } = operation;
  const tool = calledTool(request);
  if (tool === undefined) return undefined;
  const problem = lackOf(request, "arguments");
  const given = plainValue(valueOf(paramsOf(request), "arguments"));
  const input = { method: TOOL_INPUT, params: { arguments: isObject(given) ? given : {} } };
  return { operation, tool, client: clientWords(request), input: problem ? undefined : input, problem };
}

// A request that is not kept may still have the headers of MCP.
function calledTool({ from, explorer, kind, method, name, http }: TrafficRecord): string | undefined {
  if (from !== "client" || explorer) return undefined;
  if (kind === "request") return method === "tools/call" ? name : undefined;
  const isCall = kind === "unparsed" && http?.headers.get("mcp-method") === "tools/call";
  return isCall ? http.headers.get("mcp-name") : undefined;
}

// Says why a part of a message cannot be given to an app.
function lackOf({ redacted, raw, note }: TrafficRecord, part: string): string {
  if (raw === undefined) return `The ${part} were not kept. ${printable(note ?? "", 200)}`.trim();
  if (redacted.length > 0) return `The ${part} are redacted in the recording.`;
  return "";
}

/** Returns whether nothing more is to come. A task may be done before its result is fetched. */
export function hasEnded({ state, task, response }: Operation): boolean {
  const isAwaited = task?.form === "experimental" && (!response || valueOf(resultOf(response), "task") !== undefined);
  return state !== "open" && !(isAwaited && (state === "done" || state === "failed"));
}

/** The message for the app when a call has ended. */
export function endOf({ operation }: AgentCall): CallEnd {
  const { state, response } = operation;
  if (state === "cancelled") return cancelledBy("The client has cancelled the call.");
  if (state === "late") return cancelledBy("The answer came after the client had cancelled.");
  if (state === "lost" || !response) return cancelledBy("The connection was cut before the answer.");
  const lack = lackOf(response, "values of the result");
  if (lack) return cancelledBy(lack);
  if (response.kind === "error") return cancelledBy(errorWords(response));
  const taken = plainValue(finalResult(operation));
  if (isObject(taken)) return { message: { method: TOOL_RESULT, params: completeResult(taken) }, problem: "" };
  return cancelledBy(`The server answered with HTTP ${response.http?.status ?? "and no result"}.`);
}

/** The result of a call, also where it comes within that of its task. */
export function finalResult({ response, task }: Operation): MaybeNode {
  const root = response && resultOf(response);
  return task?.form === "extension" ? (valueOf(root, "result") ?? root) : root;
}

export function cancelledBy(problem: string): CallEnd {
  return { message: { method: TOOL_CANCELLED, params: { reason: problem } }, problem };
}

function errorWords(response: TrafficRecord): string {
  const error = errorOf(response);
  return printable(`Error ${numberAt(error, "code") ?? ""}: ${textAt(error, "message") ?? ""}`, 300);
}
