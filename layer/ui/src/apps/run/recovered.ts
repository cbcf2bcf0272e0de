import { type PlainObject, isObject, memberAt, parsedJson } from "../../json/plain";
import type { Tool } from "../../protocol/tools";

export const RECOVERED =
  "The result has no structuredContent. The app gets the JSON object in its text in its place (recovered).";

/**
 * Returns the structured content that a server has hidden in a text: in any text of a tool with an output schema, and
 * otherwise in one that is the only content.
 */
export function recoveredContent(tool: Tool | undefined, result: PlainObject): PlainObject | undefined {
  const { content } = result;
  if ("structuredContent" in result || result["isError"] === true || !Array.isArray(content)) return undefined;
  if (tool?.["outputSchema"] === undefined && content.length !== 1) return undefined;
  for (const block of content as readonly unknown[]) {
    const text = memberAt(block, "type") === "text" ? memberAt(block, "text") : undefined;
    const value = typeof text === "string" && /^\s*\{/.test(text) ? parsedJson(text) : undefined;
    if (isObject(value)) return value;
  }
  return undefined;
}
