import { element } from "../dom/element";
import { type JsonNode, type MaybeNode, rawOf, stringOf } from "../json/node";
import { safeLink } from "../markdown/links";
import { printable } from "../text/printable";

const LONGEST_ADDRESS = 2000;

// A JSON value without members, as it is written, coloured by its type. A string that is an address of the web is a link.
export function scalarNode(node: JsonNode, limit: number): HTMLElement {
  const code = element("code", { class: `json-${node.type}` }, printable(rawOf(node), limit));
  const address = addressOf(node);
  return address === undefined ? code : element("span", safeLink(address, code));
}

// Returns the address if a value is a string with an address of the web, and nothing else.
export function addressOf(node: MaybeNode): string | undefined {
  if (node?.type !== "string" || node.end - node.start > LONGEST_ADDRESS) return undefined;
  const text = stringOf(node);
  return text !== undefined && /^https?:\/\/\S+$/.test(text) ? text : undefined;
}
