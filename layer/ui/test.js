// Runs the tests: `npm test`, or a few files, `npm test tests/json.test.ts`. Each file is bundled with the modules that it
// imports, because Node loads one file much faster than hundreds that it has to compile from TypeScript.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { build } from "esbuild";
import reporter from "../tests/reporter.js";

const OUT = "node_modules/.tests";

const all = () =>
  readdirSync("tests")
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join("tests", name));
const named = process.argv.slice(2);
const entryPoints = named.length > 0 ? named : all();
await build({
  entryPoints,
  outdir: OUT,
  bundle: true,
  format: "esm",
  packages: "external",
  platform: "node",
  sourcemap: "linked",
  target: "node20",
});

process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --enable-source-maps`;
const files = entryPoints.map((path) => join(OUT, basename(path).replace(/\.tsx?$/, ".js")));
const events = run({ files, concurrency: 3, timeout: 120_000 });
events.on("test:fail", () => (process.exitCode = 1));
for await (const lines of events.compose(reporter)) process.stdout.write(lines);
