// The reports of a server that belong to no request, `GET {prefix}/events`.

import { type JsonNode, type MaybeNode, itemsOf, stringOf, textAt, valueOf } from "../json/node";
import { memberAt } from "../json/plain";
import { tryReadJson } from "../json/read";
import { nextTask } from "../scheduling/slices";
import { ROOT_PATH } from "../settings";
import { clientHeader } from "./client";
import { eventsOf } from "./event-stream";
import { bodyText } from "./body-text";
import { HttpError, refusal, send } from "./requests";
import type { Server } from "./server";

export type ListKind = "tools" | "resources" | "prompts";

// `uis` has no message: the UIs that the server adds to tools have changed.
const EVENTS = ["notification", "request", "uis"] as const;

type ReportEvent = (typeof EVENTS)[number];

/** A message of the stream, as JSON text. */
export interface ReportMessage {
  readonly event: ReportEvent;
  readonly data: string;
}

/** The messages have their JSON-RPC envelope. */
export type Report =
  | { readonly kind: "list"; readonly list: ListKind }
  | { readonly kind: "resource"; readonly uri: string }
  | { readonly kind: "log"; readonly message: JsonNode }
  | { readonly kind: "task"; readonly message: JsonNode }
  // Any other message. That of a request is in the explorer's envelope.
  | { readonly kind: "other"; readonly event: "notification" | "request"; readonly message: JsonNode }
  // The UIs that the server adds to tools have changed.
  | { readonly kind: "uis" }
  // The stream was not open for a while, so that reports may be missing.
  | { readonly kind: "gap" };

/** The resources and tasks that a stream follows. */
export interface Subjects {
  readonly resources: readonly string[];
  readonly tasks: readonly string[];
}

export interface ReportOptions {
  readonly signal: AbortSignal;
  /** Called when the stream is open. */
  readonly onOpen: () => void;
  /** Called with the part of the subjects that the server follows. */
  readonly onAccepted: (subjects: Subjects) => void;
  readonly onReport: (report: Report) => void;
  /** Called with each message that is reported, as it came. */
  readonly onMessage: (message: ReportMessage) => void;
}

// The first revision in which any number of streams can be followed. Before it, a session may have only one.
const FIRST_REVISION = "2026-07-28";
// Maximum number of characters in a report. A larger one ends the stream, which is opened again after a pause.
const LARGEST_EVENT = 1 << 20;
// Reports are processed for so long before the page is drawn.
const SLICE_MS = 10;
const LIST_CHANGED = /^notifications\/(tools|resources|prompts)\/list_changed$/;
const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

/** Returns the lists whose changes the server promises to report. */
export function reportedLists({ capabilities }: Server): ListKind[] {
  const kinds = ["tools", "resources", "prompts"] as const;
  return kinds.filter((kind) => memberAt(memberAt(capabilities, kind), "listChanged") === true);
}

export function canFollowSeveral(server: Server): boolean {
  return (server.protocolVersion ?? "") >= FIRST_REVISION;
}

/** Returns whether the page follows the changes of the lists. */
export function hasChangeStream(server: Server): boolean {
  return reportedLists(server).length > 0;
}

export function canWatchResources(server: Server): boolean {
  return memberAt(memberAt(server.capabilities, "resources"), "subscribe") === true;
}

/** Follows a stream to its end. Throws if it is aborted, refused, interrupted, or ended by an error. */
export async function followReports(subjects: Subjects, options: ReportOptions): Promise<void> {
  const { signal, onOpen, onAccepted, onReport, onMessage } = options;
  const response = await send(`${ROOT_PATH}/events${queryOf(subjects)}`, { headers: clientHeader(), signal });
  if (response.status === 204) throw new HttpError("The server reports no changes.", 204);
  if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
  onOpen();
  let pauseAt = performance.now() + SLICE_MS;
  for await (const { event, data } of eventsOf(response.body, () => undefined, LARGEST_EVENT)) {
    if (performance.now() > pauseAt) {
      await nextTask();
      pauseAt = performance.now() + SLICE_MS;
    }
    signal.throwIfAborted();
    const message = tryReadJson(data);
    if (event === "error")
      throw new Error(textAt(valueOf(message, "error"), "message") ?? "The server ended the stream.");
    if (!message || !isReport(event)) continue;
    if (event === "notification" && textAt(message, "method") === ACKNOWLEDGED) {
      onAccepted(acceptedIn(message));
    } else {
      onMessage({ event, data });
      onReport(reportOf(event, message));
    }
  }
}

function isReport(event: string | undefined): event is ReportEvent {
  return EVENTS.some((one) => one === event);
}

export function queryOf({ resources, tasks }: Subjects): string {
  const query = new URLSearchParams();
  for (const uri of resources) query.append("resource", uri);
  for (const id of tasks) query.append("task", id);
  return query.size > 0 ? `?${query}` : "";
}

export function reportOf(event: ReportEvent, message: JsonNode): Report {
  if (event === "uis") return { kind: "uis" };
  if (event === "request") return { kind: "other", event, message };
  const method = textAt(message, "method") ?? "";
  const [, list] = LIST_CHANGED.exec(method) ?? [];
  if (list) return { kind: "list", list: list as ListKind };
  const uri = textAt(valueOf(message, "params"), "uri");
  if (method === "notifications/resources/updated" && uri !== undefined) return { kind: "resource", uri };
  if (method === "notifications/message") return { kind: "log", message };
  if (method === "notifications/tasks" || method === "notifications/tasks/status") return { kind: "task", message };
  return { kind: "other", event, message };
}

export function acceptedIn(message: JsonNode): Subjects {
  const accepted = valueOf(valueOf(message, "params"), "notifications");
  return {
    resources: textsOf(valueOf(accepted, "resourceSubscriptions")),
    tasks: textsOf(valueOf(accepted, "taskIds")),
  };
}

function textsOf(list: MaybeNode): string[] {
  return itemsOf(list).flatMap((item) => stringOf(item) ?? []);
}
