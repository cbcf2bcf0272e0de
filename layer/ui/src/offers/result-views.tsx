// The views of the results of a prompt and of a resource.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import type { TabView } from "../dom/tabs";
import { type JsonNode, itemsOf, textAt, valueOf } from "../json/node";
import { Prose } from "../markdown/prose";
import { ContentItem, ResourceContents } from "../results/content";
import type { Position } from "../results/item-view";
import { ItemList } from "../results/result-view";
import { clipped } from "../text/printable";

// The characters that are shown of a prompt's description. A longer one is cut.
const LONGEST_DESCRIPTION = 3000;

export function contentsViews(root: JsonNode): TabView[] {
  const contents = itemsOf(valueOf(root, "contents"));
  const draw = (item: JsonNode, position: Position) => <ResourceContents item={item} position={position} />;
  return [
    {
      name: "Contents",
      draw: () => <ItemList items={contents} draw={draw} ifEmpty="The resource has no contents." />,
    },
  ];
}

export function messagesViews(root: JsonNode): TabView[] {
  const messages = itemsOf(valueOf(root, "messages"));
  const description = textAt(root, "description") ?? "";
  const draw = (message: JsonNode, position: Position) => <Message message={message} position={position} />;
  const messagesView = () => (
    <div>
      {description.trim() && <Prose text={clipped(description, LONGEST_DESCRIPTION)} />}
      <ItemList items={messages} draw={draw} ifEmpty="The prompt has no messages." />
    </div>
  );
  return [{ name: "Messages", draw: messagesView }];
}

function Message({ message, position }: { readonly message: JsonNode; readonly position: Position }): VNode {
  const content = valueOf(message, "content");
  // Some servers send a list of content, as sampling allows it.
  const items = content?.type === "array" ? itemsOf(content) : [content ?? message];
  return (
    <li class="message">
      <h4>
        <Name text={textAt(message, "role") ?? "No role"} limit={60} />
      </h4>
      <ul class="items">
        {items.map((item, index) => (
          <ContentItem item={item} position={items.length > 1 ? `${position}.${index + 1}` : position} />
        ))}
      </ul>
    </li>
  );
}
