// A recorded request as text for other programs.

import { readJson } from "../json/read";
import { compactJson, compactObject } from "../json/write";
import { endpointForClients } from "../protocol/endpoint";
import { shellQuoted } from "../text/shell";
import { CLIENT_CODE, curlRequest } from "../tool/server-snippets";
import type { Replay } from "./replay";

export interface Copy {
  readonly name: string;
  readonly text: () => string;
}

/** Returns the forms in which a request can be copied. Without an endpoint for other clients, only its message can. */
export function copiesOf(replay: Replay): Copy[] {
  const { method, item } = replay;
  const message = () =>
    compactObject([
      ["jsonrpc", '"2.0"'],
      ["id", "1"],
      ["method", JSON.stringify(method)],
      ["params", compactObject(filledIn(replay))],
    ]);
  const copies: Copy[] = [{ name: "JSON-RPC", text: message }];
  const endpoint = endpointForClients();
  if (!endpoint) return copies;
  const name = item?.kind === "tool" ? item.id : undefined;
  const curl = () => curlRequest({ method, params: filledIn(replay), name }, endpoint);
  const command = commandOf(replay, endpoint);
  return [{ name: "curl", text: curl }, ...copies, ...(command ? [{ name: "mcp-ui", text: command }] : [])];
}

type Endpoint = NonNullable<ReturnType<typeof endpointForClients>>;

function commandOf({ item, argumentsText }: Replay, endpoint: Endpoint): (() => string) | undefined {
  if (item?.kind === "tool") {
    return () => CLIENT_CODE["mcp-ui"]!({ tool: item.id, body: argumentsText, ...endpoint });
  }
  return item?.kind === "resource"
    ? () => `mcp-ui read ${shellQuoted(endpoint.url)} ${shellQuoted(item.id)}`
    : undefined;
}

// The parameters without the arguments that are redacted.
function filledIn({ params, argumentsText }: Replay): ReadonlyMap<string, string> {
  return new Map(
    [...params].map(([key, raw]) => [key, key === "arguments" ? compactJson(readJson(argumentsText)) : raw]),
  );
}
