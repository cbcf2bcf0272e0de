// The messages of a sampling request.

import { element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import { type JsonNode, isTrue, itemsOf, stringOf, textAt, valueOf } from "../json/node";
import { contentItem } from "../results/content";
import { SMALL_TEXT } from "../viewer/text-viewer";
import { jsonView } from "./frame";
import { messageText } from "./message";

const DEEPEST_RESULT = 3;

export function conversation(messages: readonly JsonNode[]): HTMLElement {
  const list = element("ol.question-turns", { "aria-label": "Messages" });
  const turn = (index: number) => {
    const message = messages[index]!;
    const role = textAt(message, "role") ?? "unknown role";
    const position = String(index + 1);
    const blocks = blockList(valueOf(message, "content") ?? message, position, 0);
    return element(
      "li",
      { class: role === "assistant" ? "assistant" : "" },
      element("strong", nameNode(role, 40)),
      blocks,
    );
  };
  const more = fillPaged(list, messages.length, turn, 50);
  return element("div", element("h4", "Messages"), list, more);
}

// The content is one block or a list of blocks.
function blockList(content: JsonNode, position: string, depth: number): HTMLElement {
  const blocks = content.type === "array" ? itemsOf(content) : [content];
  const list = element("ul.items");
  const make = (index: number) => {
    const place = blocks.length > 1 ? `${position}.${index + 1}` : position;
    return block(blocks[index]!, place, depth);
  };
  return element("div", list, fillPaged(list, blocks.length, make, 20));
}

function block(node: JsonNode, position: string, depth: number): HTMLElement {
  const text = valueOf(node, "text");
  switch (textAt(node, "type")) {
    case "text":
      if (text?.type === "string" && text.end - text.start <= SMALL_TEXT) {
        return element("li", messageText(stringOf(text) ?? "", `Message ${position}`));
      }
      break;
    case "tool_use": {
      const id = element("code.type", nameNode(textAt(node, "id") ?? "", 100));
      const head = ["Calls the tool ", element("code", nameNode(textAt(node, "name") ?? "")), " ", id];
      const input = valueOf(node, "input");
      return element(
        "li.item",
        element("p.hint", head),
        input && jsonView(input, `Input of the call in message ${position}`),
      );
    }
    case "tool_result": {
      const content = valueOf(node, "content");
      const structured = valueOf(node, "structuredContent");
      const id = element("code.type", nameNode(textAt(node, "toolUseId") ?? "", 100));
      const failed = isTrue(valueOf(node, "isError"));
      const head = element(
        "p.hint",
        failed ? element("strong.failed", "Failed result of a tool ") : "Result of a tool ",
        id,
      );
      const shown =
        content && depth < DEEPEST_RESULT
          ? blockList(content, position, depth + 1)
          : jsonView(node, `Result in message ${position}`);
      return element(
        "li.item",
        head,
        shown,
        structured && jsonView(structured, `Structured result in message ${position}`),
      );
    }
  }
  return contentItem(node, position);
}
