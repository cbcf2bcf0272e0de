import type { JsonNode } from "../json/node";
import type { Shape } from "../schema/shape";

export function hasType({ types, nullable }: Pick<Shape, "types" | "nullable">, node: JsonNode): boolean {
  if (node.type === "null" && nullable) return true;
  return (
    types.length === 0 || types.some((type) => type === node.type || (node.type === "number" && type === "integer"))
  );
}
