// Bundles the page's script and style, with the licences of what they contain, and the runtime of UIs: `node build.js [folder]`, into
// `dist` by default.
//
// The script has two parts. `page.js` stands in the document, and shows the list. `later.js` is loaded when the list is painted, and
// uses the modules of `page.js`, which are in no other part.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build } from "esbuild";
import { rollup } from "rollup";
import esbuild from "rollup-plugin-esbuild";
import { minify } from "terser";

const [outdir = "dist"] = process.argv.slice(2);
const PAGE = "src/shell/main.ts";
const LATER = "src/later/part.ts";

// Removes Preact's ability to write HTML: `dangerouslySetInnerHTML` sets a text instead. No script of the page can then
// create markup from a string, whatever a view asks for.
const withoutHtml = {
  name: "without-html",
  transform(source, path) {
    if (!/node_modules\/preact\/dist\/preact\.(mjs|module\.js)$/.test(path)) return null;
    if (!source.includes(".innerHTML"))
      throw new Error(`${path} does not write HTML by \`innerHTML\` any more: adapt the plugin in build.js`);
    return { code: source.replaceAll(".innerHTML", ".textContent"), map: null };
  },
};

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

// Leaves only the lexer of marked, which makes tokens. Its parser, whose renderer makes HTML, has side effects that keep it in
// the bundle.
const onlyLexer = {
  name: "only-lexer",
  transform(source, path) {
    if (!/node_modules\/marked\/lib\/marked\.esm\.js$/.test(path)) return null;
    const [, lexer] = /\b(\w+) as Lexer\b/.exec(source) ?? [];
    const instance = source.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
    if (!lexer || instance < 0) throw new Error(`${path} has another form: adapt the plugin in build.js`);
    return { code: `${source.slice(0, instance)}export{${lexer} as Lexer};`, map: null };
  },
};

const laterPart = {
  name: "later-part",
  buildStart() {
    this.emitFile({ type: "chunk", id: LATER, fileName: "later.js", implicitlyLoadedAfterOneOf: [PAGE] });
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

// Wraps a part of the script, which is a CommonJS module. The parts are connected by properties of the window.
function wrapped({ fileName, code }) {
  if (fileName === "page.js") return `((exports)=>{${code}})(window.mcpUiPage={})`;
  return `((require,exports)=>{${code}})(()=>window.mcpUiPage,window.mcpUiLater={})`;
}

// Terser's output is about 4 % smaller than that of esbuild, once it is compressed.
async function writeScript(name, source) {
  const { code } = await minify(source, { toplevel: true, ecma: 2020, compress: { passes: 3 } });
  // The script is part of an HTML document, in which this would begin a comment.
  await writeFile(`${outdir}/${name}`, `${code.replaceAll("<!--", "\\x3c!--")}\n`);
}

// The code needs the regular expression flag `v`.
const target = "es2024";

await mkdir(outdir, { recursive: true });
await build({
  entryPoints: [{ in: "src/styles/page.css", out: "page" }],
  outdir,
  bundle: true,
  minify: true,
  target,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});

function onLog(level, { message }) {
  throw new Error(`rollup reports a ${level}: ${message}`);
}

const modules = nodeResolve({ browser: true, extensions: [".mjs", ".js", ".ts", ".tsx"] });
const generatedCode = { arrowFunctions: true, constBindings: true, objectShorthand: true };

const bundle = await rollup({
  input: { page: PAGE },
  preserveEntrySignatures: "allow-extension",
  plugins: [
    laterPart,
    modules,
    withoutHtml,
    onlyLexer,
    withCalls,
    esbuild({ include: /\.tsx?$/, target, charset: "utf8", tsconfig: false, tsconfigRaw: { compilerOptions } }),
  ],
  onLog,
});
const { output } = await bundle.generate({
  format: "cjs",
  generatedCode,
  esModule: false,
  minifyInternalExports: true,
  entryFileNames: "[name].js",
});
for (const part of output) await writeScript(part.fileName, wrapped(part));
await writeFile(`${outdir}/licenses.txt`, await licensesOf(output.flatMap(({ moduleIds }) => moduleIds)));

const runtime = await rollup({
  input: "runtime/main.ts",
  plugins: [modules, esbuild({ include: /\.ts$/, target, charset: "utf8" })],
  onLog,
});
const { output: runtimeParts } = await runtime.generate({ format: "iife", generatedCode });
for (const { code } of runtimeParts) await writeScript("ui-runtime.js", code);
