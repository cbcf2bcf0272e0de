// The views of the results of a prompt and of a resource.

import { element, nameNode } from "../dom/element";
import type { Tab } from "../dom/tabs";
import { type JsonNode, itemsOf, textAt, valueOf } from "../json/node";
import { prose } from "../markdown/prose";
import { contentItem, resourceContents } from "../results/content";
import type { Position } from "../results/item-view";
import { itemList } from "../results/result-view";
import { clipped } from "../text/printable";

const LONGEST_DESCRIPTION = 3000;

export function contentsViews(root: JsonNode): Tab[] {
  const contents = itemsOf(valueOf(root, "contents"));
  return [{ name: "Contents", panel: () => itemList(contents, resourceContents, "The resource has no contents.") }];
}

export function messagesViews(root: JsonNode): Tab[] {
  const messages = itemsOf(valueOf(root, "messages"));
  const description = textAt(root, "description") ?? "";
  const panel = () =>
    element(
      "div",
      description.trim() && prose(clipped(description, LONGEST_DESCRIPTION)),
      itemList(messages, message, "The prompt has no messages."),
    );
  return [{ name: "Messages", panel }];
}

function message(node: JsonNode, position: Position): HTMLElement {
  const role = element("h4", nameNode(textAt(node, "role") ?? "No role", 60));
  const content = valueOf(node, "content");
  // Some servers send a list of content, as sampling allows it.
  const items = content?.type === "array" ? itemsOf(content) : [content ?? node];
  return element(
    "li.message",
    role,
    element(
      "ul.items",
      items.map((item, index) => contentItem(item, items.length > 1 ? `${position}.${index + 1}` : position)),
    ),
  );
}
