// The revisions that a person can choose for the server, and the errors that another one may avoid.

import { hasHostEndpoint, secondProcess } from "../protocol/host";
import { type ClientSettings, client } from "../protocol/client";
import type { Outcome } from "../protocol/outcome";
import type { Server } from "../protocol/server";
import { printable } from "../text/printable";

const NEWEST = "2026-07-28";
const OLDER = "2025-11-25";
// The words of SDKs for a tool that cannot ask in the way of the older revisions.
const NO_WAY_BACK = /back-?channel|unavailable on 2026-07-28/i;
// Maximum number of characters in a failure in which the words are looked for. The rest is not read.
const SEARCHED = 10_000;

const TEXTS = {
  automatic: "The newest that the server supports",
  newest: "2026-07-28: each answer is a new request",
  older: "2025-11-25 and before: questions come while the tool runs",
};

/** The meaning of a choice for the server. */
export function revisionText(choice: ClientSettings["revision"], server: Server | undefined): string {
  const version = server?.protocolVersion;
  if (version === undefined || version >= NEWEST || !hasHostEndpoint("mcp/2026-07-28")) return TEXTS[choice];
  if (choice === "automatic") return `${version}, in the process that agents share`;
  return choice === "newest"
    ? `${NEWEST}, in a process of its own: some servers report changes of lists and resources only there`
    : TEXTS.older;
}

/** The reason why a choice cannot work; undefined if it can, or if that is not known. */
export function revisionProblem(choice: ClientSettings["revision"], server: Server | undefined): string | undefined {
  const version = server?.protocolVersion;
  if (version === undefined || choice === "automatic") return undefined;
  const isNewest = version >= NEWEST;
  if (isNewest === (choice === "newest")) return undefined;
  if (choice === "newest" && hasHostEndpoint("mcp/2026-07-28")) return secondProblem();
  // A process keeps the revision in which it began.
  const other = choice === "newest" ? NEWEST : OLDER;
  if (hasHostEndpoint("console"))
    return `The process runs in ${version}. Start it with: mcp-ui open --protocol ${other} -- …`;
  // The newest that both speak is chosen by itself. What a server of the newest one speaks besides is not known.
  return choice === "newest" && client.value.revision === "automatic"
    ? `The server speaks ${version} at most.`
    : undefined;
}

// A process of its own serves requests in the newest revision, if the server speaks it.
function secondProblem(): string | undefined {
  const { state, reason } = secondProcess.value ?? { state: "", reason: "" };
  return state === "down" ? `The process in ${NEWEST} is down. ${printable(reason, 300)}` : undefined;
}

/** Returns whether a call may have failed because the server could not ask within it. */
export function needsOlder({ kind, text = "" }: Outcome, server: Server | undefined): boolean {
  const isNewest = (server?.protocolVersion ?? "") >= NEWEST;
  return isNewest && (kind === "tool-error" || kind === "failed") && NO_WAY_BACK.test(text.slice(0, SEARCHED));
}
