import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { ROOMS } from "../rooms.js";

test("each folder of the page is a room, and is described in its place", () => {
  const folders = readdirSync("src", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  assert.deepEqual(folders.toSorted(), [...ROOMS, "styles"].toSorted());
  const guide = readFileSync("../../docs/architecture.md", "utf8");
  const [, table = ""] = /### Rooms of the page\n([^]*?)\n## /.exec(guide) ?? [];
  const described = table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([\w-]+)\/`/g)].map(([, name]) => name));
  assert.deepEqual(described, ROOMS);
});
