import { element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { fillPaged } from "../dom/paged";
import { type JsonNode, itemsOf, membersOf, rawOf } from "../json/node";
import { clipped } from "../text/printable";
import { counted } from "../text/units";

// A JSON value as a tree. Branches are built when they are opened.
const LONGEST_LEAF = 2000;
const OPEN_BRANCHES = 3;
const SHORT_BRANCH = 12;

export function jsonTree(node: JsonNode): HTMLElement {
  return element("ul.tree", treeRow(undefined, node, 0));
}

function treeRow(key: string | undefined, node: JsonNode, level: number): HTMLElement {
  const name = key === undefined ? [] : [element("span.key", nameNode(key)), ": "];
  const length = itemsOf(node).length + membersOf(node).length;
  if (length === 0) {
    return element("li", name, element("code", { class: `json-${node.type}` }, clipped(rawOf(node), LONGEST_LEAF)));
  }
  const size = node.type === "array" ? `[${counted(length, "item")}]` : `{${counted(length, "key")}}`;
  const details = lazyDetails([...name, element("span.hint", size)], () => branch(node, level + 1));
  details.open = level === 0 || (level < OPEN_BRANCHES && length <= SHORT_BRANCH);
  return element("li", details);
}

function branch(node: JsonNode, level: number): HTMLElement {
  const row = (index: number) => {
    const member = membersOf(node)[index];
    return member ? treeRow(member.key, member.value, level) : treeRow(String(index), itemsOf(node)[index]!, level);
  };
  const list = element("ul");
  const more = fillPaged(list, itemsOf(node).length + membersOf(node).length, row);
  return element("div", list, more);
}
