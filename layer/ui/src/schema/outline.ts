import { type Child, element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { fillPaged } from "../dom/paged";
import { type JsonNode, type MaybeNode, itemsOf, membersOf, rawOf, stringOf } from "../json/node";
import { clipped, printableText } from "../text/printable";
import { type Shape, shapeOf } from "./shape";
import { shapeSummary, variantName } from "./summary";
import { bounded } from "./work";

// A readable outline of a schema. Nested parts are built when they are opened, so that recursive schemas end.
const OPEN_LEVELS = 2;
const OPEN_ROWS = 12;
// All rows that are built before somebody opens more.
const MOST_OPEN_ROWS = 200;
const PAGE = 50;
// Values of a row that are shown.
const MOST_VALUES = 50;

// The rows that may still open by themselves.
interface Room {
  rows: number;
}

export function schemaOutline(schema: JsonNode): HTMLElement {
  return bounded(
    () => outlineOf(schema),
    () => element("p.hint", "This schema is too complex for an outline. See the raw schema."),
  );
}

function outlineOf(schema: JsonNode): HTMLElement {
  const shape = shapeOf([schema], schema);
  const children = outlineChildren(shape, 0, { rows: MOST_OPEN_ROWS });
  const nothing = children.length === 0 && element("p.hint", `No properties: ${shapeSummary(shape)}.`);
  return element("div.outline", nothing, outlineFacts(shape), pagedRows(children));
}

function outlineRow(
  name: string,
  schemas: readonly JsonNode[],
  root: JsonNode,
  level: number,
  room: Room,
  required = false,
): HTMLElement {
  const shape = shapeOf(schemas, root);
  const summary = element("span.type", shapeSummary(shape));
  const head = [nameNode(name), summary, required && element("span.required", "required")];
  const body = element("div", outlineFacts(shape));
  const count = childCount(shape);
  if (count === 0) return element("li", element("div.outline-head", head), body);
  const children = () =>
    bounded(
      () => pagedRows(outlineChildren(shape, level + 1, room)),
      () => element("p.hint", "Too complex for an outline."),
    );
  const details = lazyDetails(head, children, body);
  details.open = level < OPEN_LEVELS && count <= Math.min(OPEN_ROWS, room.rows);
  if (details.open) room.rows -= count;
  return element("li", details);
}

function childCount(shape: Shape): number {
  const inner = [shape.items, shape.additionalProperties].filter((node) => membersOf(node).length > 0).length;
  return inner + shape.properties.size + shape.patterns.length + shape.prefixItems.length + shape.variants.length;
}

type Row = () => HTMLElement;

function pagedRows(rows: readonly Row[]): HTMLElement {
  const list = element("ul");
  const more = fillPaged(list, rows.length, (index) => rows[index]!(), PAGE);
  return element("div", list, more);
}

function outlineChildren(shape: Shape, level: number, room: Room): Row[] {
  const row = (name: string, schemas: readonly JsonNode[], required?: boolean) => () =>
    outlineRow(name, schemas, shape.root, level, room, required);
  const inner = (name: string, node: MaybeNode) => (node && membersOf(node).length > 0 ? [row(name, [node])] : []);
  return [
    ...[...shape.properties].map(([key, schemas]) => row(key, schemas, shape.required.has(key))),
    ...[...shape.required].filter((key) => !shape.properties.has(key)).map((key) => row(key, [], true)),
    ...shape.patterns.map(([pattern, node]) => row(`keys that match ${pattern}`, [node])),
    ...inner("other keys", shape.additionalProperties),
    ...shape.prefixItems.map((node, index) => row(`item ${index + 1}`, [node])),
    ...inner("each item", shape.items),
    ...shape.variants.map((node, index) => row(`alternative: ${variantName(shape, node, index)}`, [node])),
  ];
}

function outlineFacts(shape: Shape): Child[] {
  const description = stringOf(shape.description);
  return [
    description && element("p.prose", printableText(description, 4000)),
    shape.const && outlineValues("Always", [shape.const]),
    outlineValues("One of", itemsOf(shape.enum)),
    shape.default && outlineValues("Default", [shape.default]),
    outlineValues("Examples", itemsOf(shape.examples)),
  ];
}

function outlineValues(label: string, nodes: readonly JsonNode[]): Child {
  if (nodes.length === 0) return undefined;
  const rest = nodes.length > MOST_VALUES && ` and ${nodes.length - MOST_VALUES} more`;
  const values = nodes.slice(0, MOST_VALUES).map((node) => element("code", clipped(rawOf(node), 200)));
  return element("p.values", label, values, rest);
}
