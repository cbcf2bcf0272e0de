// Properties of any text that is read as JSON, written again, or edited.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addItem, addMember, removeChild, renameMember, replaceValue, swapItems } from "../src/json/edit";
import { type JsonNode, memberOf, rawOf } from "../src/json/node";
import { type Path, nodeAt, pathOf, pointerOf } from "../src/json/path";
import { readJson, tryReadJson } from "../src/json/read";
import { compactJson, prettyJson } from "../src/json/write";
import { jsonTexts, names, runs } from "./property-support";

// Texts that are nearly JSON: a part of one is replaced by characters that mean something in JSON.
const PIECES = [
  ..."{|}|[|]|:|,|\"|\\|-|+|.|e|E|0|1|9|t|f|n|'| |\n|\u00a0|\ufeff|null|\\u00|[[[[|//|\0|\ud800".split("|"),
];
const damagedTexts = fc
  .tuple(jsonTexts, fc.nat(), fc.nat({ max: 2 }), fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }))
  .map(([text, at, length, pieces]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + pieces.join("") + text.slice(start + length);
  });
const anyTexts = fc.oneof(
  jsonTexts,
  damagedTexts,
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(..."0|00|1|-|.|e|E|+".split("|")), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

// The value of a node by its structure, with the last of several members of one key.
function built(node: JsonNode): unknown {
  if (node.type === "array") return node.items.map(built);
  if (node.type === "object") return Object.fromEntries(node.members.map(({ key, value }) => [key, built(value)]));
  return JSON.parse(rawOf(node));
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

test("any text is JSON for the page if it is for JSON.parse, and has the same value", () => {
  const same = fc.property(anyTexts, (text) => {
    const node = tryReadJson(text);
    assert.deepEqual(node && { value: built(node) }, parsed(text));
  });
  fc.assert(same, runs(500));
});

test("JSON that is read is written with the same characters, but for white space", () => {
  const written = fc.property(jsonTexts, (text) => {
    const compact = text.replace(/("(?:[^"\\]|\\[^])*")|\s+/g, "$1");
    const node = readJson(text);
    assert.equal(rawOf(node), text);
    assert.equal(compactJson(node), compact);
    assert.equal(compactJson(readJson(prettyJson(node))), compact);
  });
  fc.assert(written, runs(200));
});

// Nodes with their paths, those that a later member of the same key hides left out.
function placesIn(node: JsonNode, path: Path = []): [Path, JsonNode][] {
  const children: (readonly [string | number, JsonNode])[] =
    node.type === "array"
      ? node.items.map((item, index) => [index, item] as const)
      : node.type === "object"
        ? node.members
            .filter(({ key }, index) => node.members.findLastIndex((other) => other.key === key) === index)
            .map(({ key, value }) => [key, value])
        : [];
  return [[path, node], ...children.flatMap(([step, child]) => placesIn(child, [...path, step]))];
}

test("a path and its pointer lead to the value that they name, and a wrong step to nothing", () => {
  const led = fc.property(jsonTexts, names, (text, step) => {
    const root = readJson(text);
    for (const [path, node] of placesIn(root)) {
      assert.equal(nodeAt(root, path), node);
      assert.equal(nodeAt(root, pathOf(pointerOf(path))), node);
      const below = nodeAt(root, [...pathOf(pointerOf(path)), step]);
      if (node.type === "array")
        assert.equal(below, /^(?:0|[1-9]\d*)$/.test(step) ? node.items[Number(step)] : undefined);
      else assert.equal(below, memberOf(node, step)?.value);
    }
  });
  fc.assert(led, runs(200));
});

type Model = string | readonly Model[] | { readonly members: readonly (readonly [key: string, value: Model])[] };

// The tokens of a node, without the white space between them.
function modelOf(node: JsonNode): Model {
  if (node.type === "array") return node.items.map(modelOf);
  if (node.type !== "object") return rawOf(node);
  return { members: node.members.map(({ key, value }) => [key, modelOf(value)]) };
}

// The model of a whole text in which one node is another one.
function replaced(root: JsonNode, node: JsonNode, model: Model): Model {
  if (root === node) return model;
  if (root.type === "array") return root.items.map((item) => replaced(item, node, model));
  if (root.type !== "object") return rawOf(root);
  return { members: root.members.map(({ key, value }) => [key, replaced(value, node, model)]) };
}

function nodesIn(node: JsonNode): JsonNode[] {
  const children =
    node.type === "array" ? node.items : node.type === "object" ? node.members.map(({ value }) => value) : [];
  return [node, ...children.flatMap(nodesIn)];
}

// An edit as a text, and the model of the edited node.
function edited(node: JsonNode, at: number, key: string, raw: string, order: readonly string[]): [string, Model][] {
  const value = modelOf(readJson(raw));
  const edits: [string, Model][] = [[replaceValue(node, raw), value]];
  if (node.type === "array") {
    const items = node.items.map(modelOf);
    const index = at % Math.max(1, items.length);
    const other = (at >> 4) % Math.max(1, items.length);
    const swapped = items.map((item, each) => items[each === index ? other : each === other ? index : each] ?? item);
    edits.push([addItem(node, raw), [...items, value]], [removeChild(node, index), items.toSpliced(index, 1)]);
    if (index !== other) edits.push([swapItems(node, index, other), swapped]);
  } else if (node.type === "object") {
    const members = node.members.map((member) => [member.key, modelOf(member.value)] as const);
    const index = at % Math.max(1, members.length);
    const renamed = members.map((member, each) => (each === index ? ([key, member[1]] as const) : member));
    const place = order.indexOf(key);
    const earlier = members.findLastIndex(([name]) => order.slice(0, Math.max(0, place)).includes(name)) + 1;
    const added = members.toSpliced(place < 0 ? members.length : earlier, 0, [key, value]);
    edits.push([addMember(node, key, raw, order), { members: added }]);
    edits.push([removeChild(node, index), { members: members.toSpliced(index, 1) }]);
    edits.push([renameMember(node, index, key), { members: renamed }]);
  }
  return edits;
}

test("an edit changes the named value, and no other character", () => {
  const edits = fc.property(
    jsonTexts,
    fc.tuple(fc.nat(), fc.nat({ max: 200 })),
    names,
    jsonTexts.map((text) => prettyJson(readJson(text))),
    fc.uniqueArray(names),
    (text, [which, at], key, raw, order) => {
      const root = readJson(text);
      const nodes = nodesIn(root);
      const node = nodes[which % nodes.length]!;
      for (const [result, model] of edited(node, at, key, raw, order)) {
        assert.deepEqual(modelOf(readJson(result)), replaced(root, node, model), result);
        assert.ok(result.startsWith(text.slice(0, node.start)) && result.endsWith(text.slice(node.end)));
      }
    },
  );
  fc.assert(edits, runs(300));
});
