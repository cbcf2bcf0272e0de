// The least severity of the log messages that the server is asked for, if the person has chosen one.

import { withMember } from "../json/object-text";
import { memberAt } from "../json/plain";
import { client } from "../protocol/client";
import { server } from "../protocol/server";

// The first revision in which requests name the level, in the member `_meta` of their parameters. Before it, a session has one.
const FIRST_REVISION = "2026-07-28";
const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** Adds the level to parameters, which are JSON text. Those with a member `_meta` stay as they are. */
export function withLogLevel(params: string): string {
  const { logLevel } = client.value;
  return logLevel === undefined ? params : withMember(params, "_meta", JSON.stringify({ [LOG_LEVEL]: logLevel }));
}

/**
 * The parameters of `logging/setLevel`, which has to precede a request to an older server; undefined if it is not
 * needed.
 */
export function setLevelParams(): string | undefined {
  const { logLevel } = client.value;
  const { capabilities, protocolVersion = "" } = server.value ?? {};
  const isOlder = protocolVersion < FIRST_REVISION && memberAt(capabilities, "logging") !== undefined;
  return logLevel !== undefined && isOlder ? JSON.stringify({ level: logLevel }) : undefined;
}
