// The tools that a sampling request offers to the model.

import type { VNode } from "preact";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type JsonNode, type MaybeNode, itemsOf, textAt, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { SchemaOutline } from "../schema/outline";
import { printableText } from "../text/printable";
import { counted } from "../text/units";

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonNode;
}

// The tools offered to the model that are shown. Further ones are left out.
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

/** The offered tools, folded. */
export function OfferedTools({ tools }: { readonly tools: readonly OfferedTool[] }): VNode {
  return (
    <LazyDetails summary={`${counted(tools.length, "tool")} offered to the model`}>
      {() => (
        <div>
          <Paged count={tools.length} subject={tools} row={(index) => <Row tool={tools[index]!} />} size={20}>
            {(rows) => <ul class="items">{rows}</ul>}
          </Paged>
        </div>
      )}
    </LazyDetails>
  );
}

function Row({ tool: { name, description, schema } }: { readonly tool: OfferedTool }): VNode {
  return (
    <li class="item">
      <strong>
        <Name text={name} />
      </strong>
      <p class="prose">{printableText(description, 1000)}</p>
      <SchemaOutline schema={schema} />
    </li>
  );
}
