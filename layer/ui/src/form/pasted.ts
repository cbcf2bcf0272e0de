// Finds the arguments in what people paste: JSON-RPC messages, calls as objects, curl commands, Python literals.

import { type JsonNode, type ObjectNode, memberOf, rawOf, textAt, valueOf } from "../json/node";
import { tryReadJson } from "../json/read";
import { relaxedJson } from "../json/relaxed";
import { shellWords } from "../text/shell";

const BODY_OPTION = /^(?:-d|--data|--data-raw|--data-binary|--data-ascii|--json)$/;
const BODY_WORD = /^(?:-d|--data(?:-raw|-binary|-ascii)?=|--json=)(?=.)/;

export interface Pasted {
  /** The arguments as JSON. */
  readonly json: string;
  /** The tool of the call that they were a part of. */
  readonly tool: string | undefined;
}

/** Returns undefined if the text has no arguments. `schema` is that of the arguments. */
export function pastedArguments(text: string, schema?: JsonNode): Pasted | undefined {
  const body = /^(?:\$\s*)?curl\s/.test(text.trimStart()) ? curlBody(text) : text;
  const root = body === undefined ? undefined : readRelaxed(body);
  return root && argumentsIn(root, schema);
}

function readRelaxed(text: string): ObjectNode | undefined {
  const root = tryReadJson(text) ?? tryReadJson(relaxedJson(text.trim().replace(/;$/, "")) ?? "");
  return root?.type === "object" ? root : undefined;
}

function argumentsIn(root: ObjectNode, schema: JsonNode | undefined): Pasted {
  const isMessage = textAt(root, "jsonrpc") !== undefined && textAt(root, "method") === "tools/call";
  const call = isMessage ? valueOf(root, "params") : root;
  const found = valueOf(call, "arguments");
  const isCall = textAt(call, "name") !== undefined && !memberOf(valueOf(schema, "properties"), "arguments");
  if (found?.type !== "object" || !(isMessage || isCall)) return { json: rawOf(root), tool: undefined };
  return { json: rawOf(found), tool: textAt(call, "name") };
}

function curlBody(line: string): string | undefined {
  const words = shellWords(line);
  const option = words.findIndex((word) => BODY_OPTION.test(word));
  return option < 0 ? words.find((word) => BODY_WORD.test(word))?.replace(BODY_WORD, "") : words[option + 1];
}
