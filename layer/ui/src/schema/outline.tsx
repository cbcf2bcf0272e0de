// A readable outline of a schema. Nested parts are drawn when they are opened, so that recursive schemas end.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type JsonNode, type MaybeNode, itemsOf, membersOf, rawOf, stringOf } from "../json/node";
import { clipped, printableText } from "../text/printable";
import { type Shape, shapeOf } from "./shape";
import { shapeSummary, variantName } from "./summary";
import { bounded } from "./work";

const OPEN_LEVELS = 2;
const OPEN_ROWS = 12;
// The rows that are drawn before somebody opens more. Further ones are folded.
const MOST_OPEN_ROWS = 200;
const PAGE = 50;
// The values of a row that are shown. Further ones are counted.
const MOST_VALUES = 50;

// The rows that may still open by themselves.
interface Room {
  rows: number;
}

/** The outline of a schema. */
export function SchemaOutline({ schema }: { readonly schema: JsonNode }): VNode {
  return useMemo(
    () =>
      bounded(
        () => outlineOf(schema),
        () => <p class="hint">This schema is too complex for an outline. See the raw schema.</p>,
      ),
    [schema],
  );
}

// A function and not a component, so that `bounded` limits all that it draws.
function outlineOf(schema: JsonNode): VNode {
  const shape = shapeOf([schema], schema);
  const children = outlineChildren(shape, 0, { rows: MOST_OPEN_ROWS });
  return (
    <div class="outline">
      {children.length === 0 && <p class="hint">{`No properties: ${shapeSummary(shape)}.`}</p>}
      {outlineFacts(shape)}
      {pagedRows(children)}
    </div>
  );
}

function outlineRow(
  name: string,
  schemas: readonly JsonNode[],
  root: JsonNode,
  level: number,
  room: Room,
  required = false,
): VNode {
  const shape = shapeOf(schemas, root);
  const head = (
    <>
      <Name text={name} />
      <span class="type">{shapeSummary(shape)}</span>
      {required && <span class="required">required</span>}
    </>
  );
  const body = <div>{outlineFacts(shape)}</div>;
  const count = childCount(shape);
  if (count === 0) {
    return (
      <li>
        <div class="outline-head">{head}</div>
        {body}
      </li>
    );
  }
  const isOpen = level < OPEN_LEVELS && count <= Math.min(OPEN_ROWS, room.rows);
  if (isOpen) room.rows -= count;
  const children = () =>
    bounded(
      () => pagedRows(outlineChildren(shape, level + 1, room)),
      () => <TooComplex />,
    );
  return (
    <li>
      <LazyDetails summary={head} head={body} isOpen={isOpen}>
        {children}
      </LazyDetails>
    </li>
  );
}

function childCount(shape: Shape): number {
  const inner = [shape.items, shape.additionalProperties].filter((node) => membersOf(node).length > 0).length;
  return inner + shape.properties.size + shape.patterns.length + shape.prefixItems.length + shape.variants.length;
}

type Row = () => VNode;

// The first page is drawn at once, within the bounds of whoever asks for it.
function pagedRows(rows: readonly Row[]): VNode {
  const first = rows.slice(0, PAGE).map((row) => row());
  const later = (index: number) => bounded(rows[index]!, () => <TooComplex />);
  return (
    <div>
      <Paged count={rows.length} subject={rows} row={(index) => first[index] ?? later(index)} size={PAGE}>
        {(drawnRows) => <ul>{drawnRows}</ul>}
      </Paged>
    </div>
  );
}

function TooComplex(): VNode {
  return <p class="hint">Too complex for an outline.</p>;
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

function outlineFacts(shape: Shape): VNode {
  const description = stringOf(shape.description);
  return (
    <>
      {description && <p class="prose">{printableText(description, 4000)}</p>}
      {shape.const && <Values label="Always" nodes={[shape.const]} />}
      <Values label="One of" nodes={itemsOf(shape.enum)} />
      {shape.default && <Values label="Default" nodes={[shape.default]} />}
      <Values label="Examples" nodes={itemsOf(shape.examples)} />
    </>
  );
}

function Values({ label, nodes }: { readonly label: string; readonly nodes: readonly JsonNode[] }): VNode | null {
  if (nodes.length === 0) return null;
  const rest = nodes.length - MOST_VALUES;
  return (
    <p class="values">
      {label}
      {nodes.slice(0, MOST_VALUES).map((node) => (
        <code>{clipped(rawOf(node), 200)}</code>
      ))}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}
