// Multi round-trip requests (MCP 2026-07-28): a result asks for input, and another request brings it.

import { type MaybeNode, membersOf, rawOf, textAt, valueOf } from "../../json/node";
import { compactJson, compactObject } from "../../json/write";
import { paramsOf, resultOf } from "../message";
import type { Operation } from "../operation";
import type { TrafficRecord } from "../record";
import { asksKey, isSameConnection, requestStateKey } from "./keys";
import type { Pending, PendingIndex } from "./pending";
import type { Problem } from "./placement";
import { beginWaiting } from "./waiting";

const METHODS = new Set(["tools/call", "resources/read", "prompts/get"]);
const PERSONAL = new Set<string | undefined>(["elicitation/create", "sampling/createMessage"]);
const NOT_COMPARED = new Set(["_meta", "inputResponses", "requestState"]);

interface Asked {
  readonly state: string | undefined;
  readonly keys: readonly string[];
}

const asked = new WeakMap<Operation, Asked>();

export function asksPerson(method: string | undefined): boolean {
  return PERSONAL.has(method);
}

/** Returns whether one of the requests for input is for a person. */
export function anyAsksPerson(inputRequests: MaybeNode): boolean {
  return membersOf(inputRequests).some(({ value }) => asksPerson(textAt(value, "method")));
}

export function isInputRequired(record: TrafficRecord): boolean {
  return textAt(resultOf(record), "resultType") === "input_required";
}

/** Begins a round with a result that asks for input. */
export function ask(index: PendingIndex, pending: Pending, record: TrafficRecord): void {
  const { operation } = pending;
  const result = resultOf(record);
  const inputRequests = valueOf(result, "inputRequests");
  const state = textAt(result, "requestState");
  operation.rounds.push({ asked: record, asksPerson: anyAsksPerson(inputRequests) });
  asked.set(operation, { state, keys: membersOf(inputRequests).map(({ key }) => key) });
  index.add(pending, [requestStateKey(operation.request, state), asksKey(operation.request)]);
  if (anyAsksPerson(inputRequests)) beginWaiting(operation, record.at);
}

interface Resumed {
  readonly operation?: Operation | undefined;
  readonly problem?: Problem | undefined;
  // An operation that has gone on from this state before.
  readonly origin?: Operation | undefined;
}

/** Finds the operation that a request goes on with. Returns undefined for a request that is no retry. */
export function resumed(index: PendingIndex, record: TrafficRecord): Resumed | undefined {
  if (!METHODS.has(record.method ?? "")) return undefined;
  const params = paramsOf(record);
  const state = textAt(params, "requestState");
  const answers = valueOf(params, "inputResponses");
  if (state === undefined && answers === undefined) return undefined;
  const known = operationsOf(index.at(requestStateKey(record, state)));
  const byState = narrowed(known.filter(waitsForInput), record);
  if (byState.length > 0) return { operation: only(byState) };
  const keys = new Set(membersOf(answers).map(({ key }) => key));
  const byParams = operationsOf(index.at(asksKey(record))).filter((operation) => {
    const isAnswered = asked.get(operation)?.keys.every((key) => keys.has(key));
    return isAnswered && waitsForInput(operation) && isSameRequest(operation.request, record);
  });
  const operation = only(byParams);
  if (operation) return { operation, problem: stateProblem(asked.get(operation)?.state, state) };
  if (known.length > 0) return { origin: only(known) };
  return state === undefined || byParams.length > 0 ? undefined : { problem: "state invented" };
}

function stateProblem(sent: string | undefined, returned: string | undefined): Problem | undefined {
  if (sent === returned) return undefined;
  if (returned === undefined) return "state dropped";
  return sent === undefined ? "state invented" : "state changed";
}

function waitsForInput({ state, rounds }: Operation): boolean {
  const last = rounds.at(-1);
  return state === "open" && last !== undefined && last.answered === undefined && isInputRequired(last.asked);
}

function operationsOf(pending: readonly Pending[]): Operation[] {
  return [...new Set(pending.map(({ operation }) => operation))];
}

function only(operations: readonly Operation[]): Operation | undefined {
  return operations.length === 1 ? operations[0] : undefined;
}

// Servers may give the same state to several callers.
function narrowed(operations: readonly Operation[], record: TrafficRecord): readonly Operation[] {
  if (operations.length < 2) return operations;
  return operations.filter(({ request }) => isSameRequest(request, record));
}

function isSameRequest(a: TrafficRecord, b: TrafficRecord): boolean {
  return (
    a.method === b.method && a.name === b.name && isSameConnection(a, b) && comparedParams(a) === comparedParams(b)
  );
}

function comparedParams(record: TrafficRecord): string {
  const members = membersOf(paramsOf(record)).filter(({ key }) => !NOT_COMPARED.has(key));
  const sorted = members.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return compactObject(
    sorted.map(({ key, value }) => [key, value.type === "object" ? compactJson(value) : rawOf(value)]),
  );
}
