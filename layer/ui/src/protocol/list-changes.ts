// The server's notifications that its lists have changed, `GET {prefix}/events`.

import { textAt } from "../json/node";
import { tryReadJson } from "../json/read";
import { memberAt } from "../json/plain";
import { ROOT_PATH } from "../settings";
import { clientHeader } from "./client";
import { eventsOf } from "./event-stream";
import { HttpError, bodyText, refusal, send } from "./requests";
import type { Server } from "./server";

export type ListKind = "tools" | "resources" | "prompts";

// The first revision in which a stream can be followed beside calls. Before it, a session has only one, which calls need.
const FIRST_REVISION = "2026-07-28";
const LARGEST_EVENT = 1 << 20;
const NOTIFICATION = /^notifications\/(tools|resources|prompts)\/list_changed$/;

// Returns the lists whose changes the server promises to report.
export function reportedLists({ capabilities }: Server): ListKind[] {
  const kinds = ["tools", "resources", "prompts"] as const;
  return kinds.filter((kind) => memberAt(memberAt(capabilities, kind), "listChanged") === true);
}

export function hasChangeStream(server: Server): boolean {
  return reportedLists(server).length > 0 && (server.protocolVersion ?? "") >= FIRST_REVISION;
}

// Follows the stream until it ends. `onOpen` is called when the server has accepted it. Throws if it is aborted, refused or interrupted.
export async function followLists(
  signal: AbortSignal,
  { onOpen, onChange }: { readonly onOpen: () => void; readonly onChange: (kind: ListKind) => void },
): Promise<void> {
  const response = await send(`${ROOT_PATH}/events`, { headers: clientHeader(), signal });
  if (response.status === 204) throw new HttpError("The server reports no changes.", 204);
  if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
  onOpen();
  for await (const { event, data } of eventsOf(response.body, () => undefined, LARGEST_EVENT)) {
    if (event !== "notification") continue;
    const [, kind] = NOTIFICATION.exec(textAt(tryReadJson(data), "method") ?? "") ?? [];
    if (kind) onChange(kind as ListKind);
  }
}
