// A reporter of Node.js' test runner with the lines of Rust's: `test tests/a.test.js > group > name ... ok <0.012s>`, so that
// `cargo xtask test` counts both in the same way.
import { relative } from "node:path";
import { inspect } from "node:util";

// The names of the groups around a test, outermost first.
const open = [];

export default reporter("");

// Returns a reporter that adds `suffix` to the line of each test.
export function reporter(suffix) {
  return (events) => report(events, suffix);
}

async function* report(events, suffix) {
  const counts = { passed: 0, failed: 0, ignored: 0 };
  for await (const { type, data } of events) {
    if (type === "test:start") open.splice(data.nesting, open.length, data.name);
    if (type === "test:diagnostic" && data.nesting > 0) yield `${data.message}\n`;
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { details } = data;
    // A group fails with its tests, which say so themselves, unless one of its hooks failed.
    if (details.type === "suite" && details.error?.failureType === "subtestsFailed") continue;
    if (details.type === "suite" && type === "test:pass") continue;
    const verdict = verdictOf(type, data);
    counts[verdict === "ok" ? "passed" : verdict === "FAILED" ? "failed" : "ignored"] += 1;
    const file = relative(".", data.file ?? "");
    // If one process runs several files, the outermost groups are files.
    const groups = open.slice(0, data.nesting).filter((group) => group !== file);
    const name = [file, ...groups, data.name].join(" > ").replaceAll("\n", " ");
    yield `test ${name} ... ${verdict} <${(details.duration_ms / 1000).toFixed(3)}s>${suffix}\n`;
    if (verdict === "FAILED") yield `${inspect(details.error?.cause ?? details.error)}\n`;
  }
  yield `\n${counts.passed} passed, ${counts.failed} failed, ${counts.ignored} ignored\n`;
}

function verdictOf(type, { skip, todo }) {
  if (skip !== undefined) return `ignored, ${skip === true ? "skipped" : skip}`;
  if (todo !== undefined) return `ignored, to do${todo === true ? "" : `: ${todo}`}`;
  return type === "test:pass" ? "ok" : "FAILED";
}
