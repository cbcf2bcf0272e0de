// Runs the tests: `npm test`. A busy machine may hold up a browser for seconds, so files with a failure are run once more, alone. Only
// what fails twice fails the run; the reporter tells the second try apart.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { reporter } from "../reporter.js";

// More failures than this have another cause than a busy machine.
const MOST_FILES = 3;
// These take longest, and start first, so that the others need not wait for one of them at the end.
const LONGEST = ["attacks/cover", "attacks/keyboard", "attacks/keyboard-races", "attacks/leave", "apps/accessible", "hostile", "home", "live", "updates", "sessions"];

function testFiles() {
  const folders = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "node_modules");
  const files = [".", ...folders.map(({ name }) => name)].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const isLong = (file) => LONGEST.includes(file.replace(".test.js", ""));
  return files.filter((file) => file.endsWith(".test.js")).sort((one, other) => isLong(other) - isLong(one));
}

// Returns the files of which not all tests have passed.
async function failedOf(files, workers, suffix = "") {
  const queue = mkdtempSync(join(tmpdir(), "browser-tests-"));
  files.forEach((file, index) => writeFileSync(join(queue, `${String(index).padStart(3, "0")} ${encodeURIComponent(file)}`), ""));
  process.env.TEST_QUEUE = queue;
  const failed = new Set(files);
  const events = run({ files: Array(workers).fill(resolve("worker.js")), concurrency: workers });
  // A worker reports each file as a group of tests. If the worker itself fails, so does the run.
  events.on("test:pass", ({ nesting, name }) => nesting === 0 && failed.delete(name));
  events.on("test:fail", ({ nesting, name }) => nesting === 0 && !files.includes(name) && (process.exitCode = 1));
  for await (const lines of events.compose(reporter(suffix))) process.stdout.write(lines);
  rmSync(queue, { recursive: true });
  return [...failed];
}

// Many tests wait, so four workers keep two cores busy.
let failed = await failedOf(testFiles(), 4);
if (failed.length > 0 && failed.length <= MOST_FILES) {
  console.log(`\nOnce more, alone: ${failed.join(", ")}\n`);
  failed = await failedOf(failed, 1, " (second try)");
}
if (failed.length > 0) process.exitCode = 1;
