// Bundles the page's script and style, with the licences of what they contain, the runtime of UIs, and the page of the servers of
// `mcp-ui open --config`: `node build.js [folder]`, into `dist` by default.
//
// The script has three parts. `page.js` stands in the document, and shows the list. `later.js` is loaded when the list is painted, and
// `traffic.js` when the traffic is opened. A module that two parts use is in the earlier one.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import swc from "@swc/wasm";
import { build } from "esbuild";
import { rollup } from "rollup";
import esbuild from "rollup-plugin-esbuild";
import * as terser from "terser";

const [outdir = "dist"] = process.argv.slice(2);
const PAGE = "src/shell/main.ts";
// Each part that is loaded later, after the one that loads it.
const PARTS = [
  { fileName: "later.js", id: "src/later/part.ts", after: PAGE },
  { fileName: "traffic.js", id: "src/traffic-panel/part.ts", after: "src/later/part.ts" },
];

// Has JSX become calls of `h`, whose children are arguments. They are 1.5 % shorter than those of the automatic runtime.
const withCalls = {
  name: "with-calls",
  transform: (source, path) =>
    path.endsWith(".tsx") ? { code: `import { h as $h, Fragment as $f } from "preact";\n${source}`, map: null } : null,
};
const compilerOptions = {
  jsx: "react",
  jsxFactory: "$h",
  jsxFragmentFactory: "$f",
};

// Marked fills in its function `marked` when it is loaded, which keeps all of it in the bundle. The page uses its lexer alone, so
// nothing needs to happen at the loading.
const onlyLexer = {
  name: "only-lexer",
  transform(source, path) {
    if (!path.includes("/node_modules/marked/")) return null;
    let code = source;
    for (const { type, start, end, declarations = [] } of this.parse(source).body.toReversed()) {
      if (type === "ExpressionStatement") code = code.slice(0, start) + code.slice(end);
      for (const { init } of declarations.toReversed())
        if (init?.type === "NewExpression") code = `${code.slice(0, init.start)}/*#__PURE__*/${code.slice(init.start)}`;
    }
    return { code, map: null };
  },
};

// The style of a part is a text.
const styles = {
  name: "styles",
  async load(path) {
    return path.endsWith(".css") ? `export default ${JSON.stringify(await style(path))};` : null;
  },
};

const laterParts = {
  name: "later-parts",
  buildStart() {
    for (const { fileName, id, after } of PARTS)
      this.emitFile({ type: "chunk", id, fileName, implicitlyLoadedAfterOneOf: [after] });
  },
};

// The licences of the packages in the bundle, which have to accompany it.
async function licensesOf(modules) {
  const packages = new Set(modules.flatMap((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
  const texts = [...packages].sort().map(async (name) => {
    const { version, license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
    const text = await readFile(`node_modules/${name}/LICENSE`, "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return `The page contains these packages.\n\n${(await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`)}`;
}

// Wraps a part of the script, which is a CommonJS module. The parts are connected by a property of the window.
function wrapped({ fileName, code }) {
  return `((require,exports)=>{${code}})((path)=>mcpUiParts[path],(window.mcpUiParts??={})["./${fileName}"]={})`;
}

// Terser's output is about 4 % smaller than that of esbuild, once it is compressed. SWC finds another 1 % in it. Function expressions
// can become arrow functions, since none is called with `new`.
async function minified(source) {
  const options = { toplevel: true, compress: { passes: 3, unsafe_arrows: true } };
  const shorter = await terser.minify(source, { ...options, ecma: 2020 });
  const { code } = await swc.minify(shorter.code, { ...options, mangle: { toplevel: true } });
  // The script is part of an HTML document, in which this would begin a comment.
  return code.replaceAll("<!--", "\\x3c!--");
}

function write(name, text) {
  return writeFile(`${outdir}/${name}`, `${text}\n`);
}

// The code needs the regular expression flag `v`.
const target = "es2024";

async function style(path) {
  const options = { bundle: true, minify: true, target, charset: "utf8", legalComments: "none", logLevel: "warning" };
  const { outputFiles } = await build({ ...options, entryPoints: [path], write: false });
  return outputFiles[0].text;
}

await mkdir(outdir, { recursive: true });
await writeFile(`${outdir}/page.css`, await style("src/styles/page.css"));

function onLog(level, { message }) {
  throw new Error(`rollup reports a ${level}: ${message}`);
}

const modules = nodeResolve({ browser: true, extensions: [".mjs", ".js", ".ts", ".tsx"] });
const generatedCode = { arrowFunctions: true, constBindings: true, objectShorthand: true };

const plugins = [
  modules,
  onlyLexer,
  styles,
  withCalls,
  esbuild({
    include: /\.(tsx?|json)$/,
    loaders: { ".json": "json" },
    target,
    charset: "utf8",
    tsconfig: false,
    tsconfigRaw: { compilerOptions },
  }),
];

const bundle = await rollup({
  input: { page: PAGE },
  preserveEntrySignatures: "allow-extension",
  plugins: [laterParts, ...plugins],
  onLog,
});
const { output } = await bundle.generate({
  format: "cjs",
  generatedCode,
  esModule: false,
  minifyInternalExports: true,
  entryFileNames: "[name].js",
});
for (const part of output) await write(part.fileName, await minified(wrapped(part)));
await writeFile(`${outdir}/licenses.txt`, await licensesOf(output.flatMap(({ moduleIds }) => moduleIds)));

const runtime = await rollup({
  input: "runtime/main.ts",
  plugins: [modules, esbuild({ include: /\.ts$/, target, charset: "utf8" })],
  onLog,
});
const { output: runtimeParts } = await runtime.generate({ format: "iife", generatedCode });
for (const { code } of runtimeParts) await write("ui-runtime.js", await minified(code));

const servers = await rollup({ input: "src/servers/main.tsx", plugins, onLog });
const { output: serversParts } = await servers.generate({ format: "iife", generatedCode });
const page = await readFile("page.html", "utf8");
const parts = {
  ICON: /<link rel="icon".*>/.exec(page)[0],
  MARK: /<svg class="mark".*<\/svg>/.exec(page)[0],
  STYLE: await style("src/styles/servers.css"),
  SCRIPT: await minified(serversParts[0].code),
};
const template = await readFile("servers.html", "utf8");
await write("servers.html", template.replaceAll(/{{(\w+)}}/g, (_, name) => parts[name]).trimEnd());
