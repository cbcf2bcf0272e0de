// Questions of a server of an older revision that come on the stream of reports: they belong to no call of this page, or it is not known
// to which. Where several agents share the server, the question says which of their calls it may belong to, and can be handed to one.

import { signal } from "@preact/signals";
import { type JsonNode, itemsOf, rawOf, textAt, valueOf } from "../json/node";
import { ClientTasks } from "../conversation/client-tasks";
import { StreamQuestions } from "../conversation/stream-questions";
import { announce } from "../dom/page";
import { sendAnswer } from "../protocol/answers";
import type { Report } from "../protocol/reports";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";

// The open questions: a server that asks more is at fault. Further ones are declined.
const MOST_OPEN = 20;
// The closed questions that stay until they are dismissed. The oldest leave.
const MOST_CLOSED = 20;
// The calls to which a question can be handed. Further ones are left out.
const MOST_CALLS = 20;
const DECLINED = JSON.stringify({ code: -1, message: "Too many questions are open at the page." });

/** A running call of an agent. */
export interface AgentCall {
  readonly id: string;
  readonly name: string;
}

export interface AskedQuestion {
  /** The id of the server's request, as JSON. */
  readonly id: string;
  readonly token: string;
  readonly calls: readonly AgentCall[];
  readonly card: StreamQuestions;
  readonly isOpen: boolean;
  /** Why it could not be handed over. */
  readonly problem?: string;
}

// The tasks that questions have begun.
const tasks = new ClientTasks();

export const asked = signal<readonly AskedQuestion[]>([]);

/** Takes a report if it is a question, or the withdrawal of one. */
export function takeReport(report: Report): void {
  if (report.kind !== "other") return;
  const { event, message } = report;
  if (event === "request") ask(message);
  const method = textAt(message, "method");
  const params = valueOf(message, "params");
  if (method === "notifications/elicitation/complete") {
    for (const { card } of asked.value) card.complete(textAt(params, "elicitationId") ?? "");
  }
  if (method === "notifications/cancelled") {
    const id = valueOf(params, "requestId");
    const question = id && asked.value.find((open) => open.isOpen && open.id === rawOf(id));
    if (question) end(question, "Nobody waits for the answer any more.");
  }
}

export async function handOver(question: AskedQuestion, call: AgentCall): Promise<void> {
  const data = `{"mcp-ui/handTo":${call.id}}`;
  try {
    const failure = await sendAnswer(question.token, { error: `{"code":-1,"message":"Handed over","data":${data}}` });
    if (!failure) end(question, `Handed to ${call.name}.`);
    else change(question.id, { problem: `Not handed over: the call of ${call.name} may have ended.` });
  } catch (problem) {
    change(question.id, { problem: messageOf(problem) });
  }
}

export function dismiss(question: AskedQuestion): void {
  asked.value = asked.value.filter(({ id }) => id !== question.id);
}

function ask(envelope: JsonNode): void {
  const message = valueOf(envelope, "message");
  const token = valueOf(envelope, "token");
  const request = valueOf(message, "id");
  if (!message || !request || token?.type !== "string") return;
  const id = rawOf(request);
  if (asked.value.some((other) => other.isOpen && other.id === id)) return;
  if (asked.value.filter(({ isOpen }) => isOpen).length >= MOST_OPEN) {
    // The server gives up the question by itself if the answer does not reach it.
    sendAnswer(rawOf(token), { error: DECLINED }).catch(() => undefined);
    return;
  }
  const card = new StreamQuestions(() => change(id, { isOpen: false }), tasks);
  card.add(envelope);
  // Requests about tasks are answered without the person.
  if (!card.isOpen) return;
  // A server that has started again counts from the same number.
  const others = withoutOldest().filter((other) => other.id !== id);
  asked.value = [...others, { id, token: rawOf(token), calls: callsOf(message), card, isOpen: true }];
  announce("The server has a question. See Questions.");
}

function withoutOldest(): readonly AskedQuestion[] {
  const closed = asked.value.filter(({ isOpen }) => !isOpen);
  const oldest = new Set(closed.slice(0, Math.max(0, closed.length - MOST_CLOSED)));
  return asked.value.filter((question) => !oldest.has(question));
}

function callsOf(message: JsonNode): AgentCall[] {
  const calls = itemsOf(valueOf(valueOf(valueOf(message, "params"), "_meta"), "mcp-ui/calls"));
  return calls.slice(0, MOST_CALLS).flatMap((call) => {
    const id = valueOf(call, "id");
    if (id?.type !== "number") return [];
    const client = printable(textAt(call, "client") ?? "", 100) || "an agent";
    const tool = printable(textAt(call, "tool") ?? "", 100);
    return [{ id: rawOf(id), name: tool ? `${client} (${tool})` : client }];
  });
}

function end(question: AskedQuestion, reason: string): void {
  question.card.close(reason);
  change(question.id, { isOpen: false });
}

function change(id: string, changes: Partial<AskedQuestion>): void {
  asked.value = asked.value.map((question) => (question.id === id ? { ...question, ...changes } : question));
}
