// The example tests of MCP servers, in a copy of their folder, without the network.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { OPEN, PYTHON } from "./support.js";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const WORKBENCH = process.env.MCP_UI_WORKBENCH ?? path("../../../target/debug/workbench");

// Copies the tests, and puts what their servers need where the files look for it.
function copyTests(context) {
  const root = mkdtempSync(join(tmpdir(), "mcp-ui-examples-"));
  context.after(() => rmSync(root, { recursive: true }));
  const folder = join(root, "examples/tests");
  // Without what a run in the folder leaves behind.
  const isSource = (name) => !/[/\\](node_modules|__pycache__|memory\.jsonl)$/.test(name);
  cpSync(path("../../../examples/tests"), folder, { recursive: true, filter: isSource });
  mkdirSync(join(root, "target/debug"), { recursive: true });
  symlinkSync(WORKBENCH, join(root, "target/debug/workbench"));
  symlinkSync(path("node_modules"), join(folder, "node_modules"));
  // `npx` fails for what is not in node_modules.
  writeFileSync(join(folder, ".npmrc"), "offline = true\n");
  mkdirSync(join(root, "home"));
  return { folder, home: join(root, "home") };
}

// Runs `mcp-ui test` as in CI, and returns its exit code, the suites of its report, and what it has printed.
async function runTests({ folder, home }, ...flags) {
  const report = join(home, "report.json");
  const env = { ...process.env, CI: "1", HOME: home, PWD: folder, PATH: dirname(PYTHON) + delimiter + process.env.PATH };
  const child = spawn(OPEN, ["test", "--report", `json=${report}`, ...flags], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, printed, suites: JSON.parse(readFileSync(report, "utf8")).suites };
}

// Returns the texts of all files of the locks and snapshots.
function recordsIn(folder) {
  const files = ["locks", "__snapshots__"].flatMap((name) => readdirSync(join(folder, name), { recursive: true, withFileTypes: true }));
  return files.filter((file) => file.isFile()).map((file) => [join(file.parentPath, file.name), readFileSync(join(file.parentPath, file.name), "utf8")]);
}

test("all example tests pass in another folder and without the network, and nothing is written", async (context) => {
  const copy = copyTests(context);
  const before = recordsIn(copy.folder);
  const { code, printed, suites } = await runTests(copy);
  assert.equal(code, 0, printed);
  const files = readdirSync(copy.folder).filter((name) => name.endsWith(".mcp-ui.yaml"));
  assert.deepEqual([...new Set(suites.map(({ file }) => file))], files.sort());
  assert.deepEqual(
    suites.filter(({ file }) => file === "workbench.mcp-ui.yaml").map(({ revision }) => revision),
    ["2025-11-25", "2026-07-28"],
  );
  for (const { file, revision, tests, notes } of suites) {
    // A lock is compared in the first revision.
    assert.equal(tests.some(({ name }) => name === "lock"), revision !== "2026-07-28", file);
    assert.ok(tests.length > 4, `${file} has ${tests.length} tests`);
    for (const { name, state } of tests) assert.equal(state, "passed", `${file}: ${name}`);
    assert.deepEqual(notes, [], file);
  }
  assert.deepEqual(recordsIn(copy.folder), before);
});

test("a server that differs from its lock fails, and the report says in what", async (context) => {
  const copy = copyTests(context);
  const file = join(copy.folder, "locks/workbench/tools/regex_test.json");
  const tool = JSON.parse(readFileSync(file, "utf8"));
  tool.inputSchema.required.push("flags");
  writeFileSync(file, JSON.stringify({ ...tool, description: "Finds matches." }));
  const { code, printed, suites } = await runTests(copy, "workbench.mcp-ui.yaml");
  assert.equal(code, 1, printed);
  const failed = suites.flatMap(({ tests }) => tests).filter(({ state }) => state !== "passed");
  assert.deepEqual(failed.map(({ name }) => name), ["lock"]);
  const changes = failed[0].problems.map(({ item, path = [], impact }) => [item, ...path, impact].join(" "));
  assert.deepEqual(changes.slice(0, 2), ["tools/regex_test inputSchema flags additive", "tools/regex_test description other"]);
});
