// The entries that the command palette finds.
import { all, draw } from "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { foundEntries, paletteEntries } from "../src/palette/entries";
import { Palette } from "../src/palette/palette";
import { setTools } from "../src/tools/catalog";
import { offerCatalog } from "../src/tools/offer-catalog";
import { searchableOf } from "../src/tools/search";

const entry = (kind: string, name: string, words = kind) => ({
  kind,
  name,
  title: "",
  searchable: searchableOf({ name }, words),
  run: () => undefined,
});

const ENTRIES = [
  entry("Tool", "reload"),
  entry("Tool", "files/read"),
  entry("Resource template", "files:///{path}"),
  entry("Prompt", "plan"),
  entry("Command", "Reload the lists", "command refresh"),
  entry("Command", "Traffic"),
];

const names = (query: string) => foundEntries(ENTRIES, query).map(({ name }) => name);

test("commands are first when somebody types their words", () => {
  assert.deepEqual(names("reload"), ["Reload the lists", "reload"]);
  assert.deepEqual(names("lists rel"), ["Reload the lists"]);
  assert.deepEqual(names("refresh"), ["Reload the lists"]);
  assert.equal(names("")[0], "reload");
});

test("entries are found by their kind, and in spite of a typo", () => {
  assert.deepEqual(names("template"), ["files:///{path}"]);
  assert.deepEqual(names("command"), ["Reload the lists", "Traffic"]);
  assert.deepEqual(names("trafic"), ["Traffic"]);
});

test("a resource whose name is no text is found by its address", () => {
  const definition = { name: { toString: 0 } };
  offerCatalog.value = { offers: [{ kind: "resource", id: "file:///a", definition }], failures: [] };
  assert.deepEqual(
    foundEntries(paletteEntries(), "file").map(({ name, title }) => [name, title]),
    [["file:///a", ""]],
  );
  offerCatalog.value = undefined;
});

test("of all that is found, the first entries are shown, and the others counted", () => {
  setTools(Array.from({ length: 120 }, (_, index) => ({ name: `tool ${index}` })));
  const view = draw(<Palette onRun={() => undefined} />);
  assert.equal(all(view, '[role="option"]').length, 50);
  setTools([]);
});

test("Enter that ends the composition of a word opens nothing", () => {
  setTools([{ name: "read" }]);
  let opened = 0;
  const field = draw(<Palette onRun={() => (opened += 1)} />).querySelector("input")!;
  const enter = (isComposing: boolean) =>
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing, bubbles: true }));
  enter(true);
  assert.equal(opened, 0);
  enter(false);
  assert.equal(opened, 1);
  setTools([]);
});
