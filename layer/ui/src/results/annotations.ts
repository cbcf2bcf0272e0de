import { type MaybeNode, itemsOf, membersOf, rawOf, stringOf } from "../json/node";
import { compactJson } from "../json/write";

/** The annotations of an item (MCP `Annotations`) in words. Other members than those of MCP are shown as JSON. */
export function annotationWords(annotations: MaybeNode): string[] {
  return membersOf(annotations).map(({ key, value }) => {
    const text = stringOf(value);
    if (key === "audience" && itemsOf(value).length > 0) {
      const readers = itemsOf(value).map((one) => stringOf(one) ?? compactJson(one));
      return `for the ${readers.join(" and the ")}`;
    }
    if (key === "priority" && value.type === "number") return `priority ${rawOf(value)}`;
    if (key === "lastModified" && text !== undefined) return `modified ${text}`;
    return `${key}: ${compactJson(value)}`;
  });
}
