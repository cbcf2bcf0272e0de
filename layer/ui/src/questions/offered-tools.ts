// The tools that a sampling request offers to the model.

import { element, nameNode } from "../dom/element";
import { lazyDetails, fillPaged } from "../dom/by-hand";
import { type JsonNode, type MaybeNode, itemsOf, textAt, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { schemaOutline } from "../schema/outline";
import { printableText } from "../text/printable";
import { counted } from "../text/units";

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonNode;
}

const MAX_TOOLS = 1000;

export function offeredTools(params: MaybeNode): OfferedTool[] {
  const tools = itemsOf(valueOf(params, "tools")).slice(0, MAX_TOOLS);
  return tools.flatMap((tool) => {
    const name = textAt(tool, "name");
    if (name === undefined) return [];
    const schema = valueOf(tool, "inputSchema") ?? readJson("{}");
    return [{ name, description: textAt(tool, "description") ?? "", schema }];
  });
}

export function toolList(tools: readonly OfferedTool[]): HTMLElement {
  const make = () => {
    const list = element("ul.items");
    const row = (index: number) => {
      const { name, description, schema } = tools[index]!;
      return element(
        "li.item",
        element("strong", nameNode(name)),
        element("p.prose", printableText(description, 1000)),
        schemaOutline(schema),
      );
    };
    return element("div", list, fillPaged(list, tools.length, row, 20));
  };
  return lazyDetails(`${counted(tools.length, "tool")} offered to the model`, make);
}
