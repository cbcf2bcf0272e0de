// The result of a sampling request.

import { type MaybeNode, itemsOf, textAt, valueOf } from "../json/node";

export interface SamplingAnswer {
  readonly text: string;
  readonly model: string;
  readonly stopReason: string;
  readonly calls: readonly ToolCall[];
}

/** `input` is a JSON object, kept as written. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export function samplingResult({ text, model, stopReason, calls }: SamplingAnswer): string {
  const textBlock = JSON.stringify({ type: "text", text });
  const callBlocks = calls.map(({ id, name, input }) => {
    const head = JSON.stringify({ type: "tool_use", id, name });
    return `${head.slice(0, -1)},"input":${input}}`;
  });
  const blocks = text === "" ? callBlocks : [textBlock, ...callBlocks];
  const content = calls.length === 0 ? textBlock : `[${blocks.join(",")}]`;
  const tail = JSON.stringify({ model, stopReason });
  return `{"role":"assistant","content":${content},${tail.slice(1)}`;
}

/** Returns the text of a result that has no other content. */
export function textOfResult(result: MaybeNode): string | undefined {
  const content = valueOf(result, "content");
  const blocks = content?.type === "array" ? itemsOf(content) : [content];
  return blocks.length === 1 && textAt(blocks[0], "type") === "text" ? textAt(blocks[0], "text") : undefined;
}
