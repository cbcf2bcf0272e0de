// Runs the tests: `npm test`. A busy machine may hold up a browser for seconds, so files with a failure are run once more, alone. Only
// what fails twice fails the run; the reporter tells the second try apart.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

// More failures than this have another cause than a busy machine.
const MOST_FILES = 3;

function run(concurrency, files, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-ui-tests-"));
  try {
    const failed = join(folder, "failed");
    const reporters = ["--test-reporter=../reporter.js", "--test-reporter-destination=stdout", "--test-reporter=./failed-files.js", `--test-reporter-destination=${failed}`];
    const { status } = spawnSync(process.execPath, ["--test", `--test-concurrency=${concurrency}`, ...reporters, ...files], { stdio: "inherit", env: { ...process.env, ...env } });
    return { isPassed: status === 0, failed: readFileSync(failed, "utf8").split("\n").filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Many tests wait, so four files keep two cores busy.
const first = run(4, []);
const isWorthIt = first.failed.length > 0 && first.failed.length <= MOST_FILES;
if (isWorthIt) console.log(`\nOnce more, alone: ${first.failed.map((file) => relative(".", file)).join(", ")}\n`);
const isPassed = first.isPassed || (isWorthIt && run(1, first.failed, { SECOND_TRY: "1" }).isPassed);
process.exitCode = isPassed ? 0 : 1;
