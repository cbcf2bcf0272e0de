// The texts of a result that are not what the `format` of the output schema says. JSON Schema leaves the check to the client, and
// some refuse what others take.

import { formatOf } from "../../form/formats";
import { type JsonNode, type MaybeNode, itemsOf, membersOf, stringOf } from "../../json/node";
import { shapeOf } from "../../schema/shape";
import { spend } from "../../schema/work";

/** Returns how many texts there are, by format. */
export function misformatted(schema: JsonNode, content: JsonNode): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const pending: [schemas: readonly MaybeNode[], value: JsonNode][] = [[[schema], content]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [schemas, value] = next;
    spend(1);
    const shape = shapeOf(schemas, schema);
    const text = stringOf(value);
    const format = stringOf(shape.format);
    if (text !== undefined && format !== undefined && formatOf(shape.format)?.matches(text) === false) {
      counts.set(format, (counts.get(format) ?? 0) + 1);
    }
    for (const { key, value: member } of membersOf(value)) {
      const described = shape.properties.get(key);
      if (described) pending.push([described, member]);
    }
    for (const [index, item] of itemsOf(value).entries()) {
      const described = shape.prefixItems[index] ?? shape.items;
      if (described) pending.push([[described], item]);
    }
  }
  return counts;
}
