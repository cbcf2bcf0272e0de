import { type MaybeNode, isTrue, membersOf, numberAt, rawOf, textAt, valueOf } from "../json/node";
import { printable, printableText } from "../text/printable";
import { utf8Length } from "../text/utf8";
import type { LiveEnd } from "./live";
import { type Outcome, TOOL_ERROR, classified } from "./outcome";
import { atMissingField } from "./missing-field";
import { violationsOf } from "./violations";

// The differences from an output schema that are kept. Further ones are counted.
const MAX_MISMATCHES = 50;

/** Derives an outcome from the end of a live request. */
export async function outcomeOf(end: LiveEnd): Promise<Partial<Outcome>> {
  if (end.event === "refused") {
    const { status, text, challenge } = end;
    return { status, text, challenge, size: utf8Length(text), ...(await classified(text, status)) };
  }
  const root = valueOf(end.root, end.event);
  if (root?.type !== "object") return failed(`The server sent an empty ${end.event}.`, end.root);
  return end.event === "error" ? errorOutcome(root) : { ...resultOutcome(root), ...withVerdict(end.verdict) };
}

function errorOutcome(root: MaybeNode): Partial<Outcome> {
  const code = numberAt(root, "code");
  // A failure of the explorer itself has the status that a plain response would have.
  const data = code === -32603 ? valueOf(root, "data") : undefined;
  const status = numberAt(data, "status");
  const headline = printableText(textAt(root, "message") || "The server reported an error without a message.", 4000);
  return {
    ...failed(headline, root),
    ...(status ? { status, challenge: textAt(data, "challenge") } : code !== undefined && { code }),
  };
}

function resultOutcome(root: MaybeNode): Partial<Outcome> {
  const type = textAt(root, "resultType") ?? "complete";
  if (type !== "complete")
    return failed(`This page cannot continue a result of the type “${printable(type, 60)}”.`, root);
  const isError = isTrue(valueOf(root, "isError"));
  return {
    ...withText(root),
    kind: isError ? "tool-error" : "success",
    headline: isError ? TOOL_ERROR : "Success",
    status: 200,
    trace: textAt(valueOf(root, "_meta"), "_trace_id"),
  };
}

function withVerdict(verdict: MaybeNode): Partial<Outcome> {
  const mismatches = violationsOf(verdict)?.map(atMissingField);
  if (!mismatches) return {};
  const formats = membersOf(valueOf(verdict, "formats")).map(
    ({ key, value }) => `${rawOf(value)} × ${printable(key, 60)}`,
  );
  return {
    mismatches: mismatches.slice(0, MAX_MISMATCHES),
    mismatchCount: mismatches.length,
    ...(formats.length > 0 && { misformatted: formats.join(", ") }),
  };
}

function failed(headline: string, root: MaybeNode): Partial<Outcome> {
  return { ...withText(root), kind: "failed", headline };
}

function withText(root: MaybeNode): Partial<Outcome> {
  const text = root ? rawOf(root) : "";
  return { text, size: utf8Length(text), ...(root && { root }) };
}
