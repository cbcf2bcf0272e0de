// A recorded request as one that the viewer can send again.

import { type JsonNode, memberOf, membersOf, rawOf, textAt, valueOf } from "../json/node";
import { type Path, accessorOf, pathOf } from "../json/path";
import { removeChild } from "../json/edit";
import { tryReadJson } from "../json/read";
import { compactObject } from "../json/write";
import type { ItemId } from "../protocol/links";
import { messageOf } from "../traffic/message";
import type { TrafficRecord } from "../traffic/record";

export interface Replay {
  readonly method: string;
  /** JSON texts. */
  readonly params: ReadonlyMap<string, string>;
  /** The item that is called, read or got, with its arguments as JSON text. */
  readonly item: ItemId | undefined;
  readonly argumentsText: string;
  /** The members whose recorded values are redacted, as programs write their paths. */
  readonly missing: readonly string[];
}

// The methods that the explorer passes on, and that do not depend on what went before.
const METHODS = new Map<string, ItemId["kind"] | undefined>([
  ["tools/call", "tool"],
  ["resources/read", "resource"],
  ["prompts/get", "prompt"],
  ["tools/list", undefined],
  ["prompts/list", undefined],
  ["resources/list", undefined],
  ["resources/templates/list", undefined],
  ["completion/complete", undefined],
]);

// Members that belong to the connection of the client that sent the request.
const OF_CLIENT = ["_meta", "task", "requestState", "inputResponses"];

/** Returns undefined for a request that cannot be sent again, or of which no message is kept. */
export function replayOf(record: TrafficRecord): Replay | undefined {
  const { kind, from, method = "" } = record;
  const message = messageOf(record);
  if (kind !== "request" || from !== "client" || !message || !METHODS.has(method)) return undefined;
  const params = valueOf(message, "params");
  const members = membersOf(params).filter(({ key }) => !OF_CLIENT.includes(key));
  const itemKind = METHODS.get(method);
  const id = textAt(params, itemKind === "resource" ? "uri" : "name");
  const given = valueOf(params, "arguments");
  return {
    method,
    params: new Map(members.map(({ key, value }) => [key, rawOf(value)])),
    item: itemKind && id !== undefined ? { kind: itemKind, id } : undefined,
    argumentsText: given ? withoutRedacted(rawOf(given), record) : "{}",
    missing: redactedIn(record).map((path) => accessorOf(path)),
  };
}

export function paramsText({ params }: Pick<Replay, "params">): string {
  return compactObject(params);
}

function redactedIn({ redacted }: TrafficRecord): string[][] {
  const paths = redacted
    .map(pathOf)
    .filter(([first, second]) => first === "params" && !OF_CLIENT.includes(second ?? ""));
  return paths.map(([, second, ...rest]) => (second === "arguments" ? rest : [second ?? "", ...rest]));
}

// The arguments without the members that are redacted, so that a form shows that they are missing.
function withoutRedacted(text: string, record: TrafficRecord): string {
  return redactedIn(record).reduce(withoutMember, text);
}

function withoutMember(text: string, path: Path): string {
  const root = tryReadJson(text);
  const parent = path.slice(0, -1).reduce<JsonNode | undefined>((node, step) => valueOf(node, String(step)), root);
  const key = String(path.at(-1));
  if (parent?.type !== "object" || !memberOf(parent, key)) return text;
  return removeChild(
    parent,
    parent.members.findLastIndex((member) => member.key === key),
  );
}
