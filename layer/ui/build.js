// Bundles the page's script and style: `node build.js [folder]`, into `dist` by default.
import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { minify } from "terser";

const [outdir = "dist"] = process.argv.slice(2);

// Removes Preact's ability to write HTML: `dangerouslySetInnerHTML` sets a text instead. No script of the page can then
// create markup from a string, whatever a view asks for.
const withoutHtml = {
  name: "without-html",
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/preact\/dist\/preact\.(mjs|module\.js)$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes(".innerHTML"))
        throw new Error(`${path} does not write HTML by \`innerHTML\` any more: adapt the plugin in build.js`);
      return { contents: source.replaceAll(".innerHTML", ".textContent") };
    });
  },
};

const options = {
  outdir,
  bundle: true,
  format: "esm",
  // The code needs the regular expression flag `v`.
  target: "es2024",
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
  plugins: [withoutHtml],
};

await build({ ...options, entryPoints: [{ in: "src/styles/page.css", out: "page" }], minify: true });
await build({ ...options, entryPoints: [{ in: "src/shell/main.ts", out: "page" }] });

// Terser's output is about 4 % smaller than that of esbuild, once it is compressed.
const script = `${outdir}/page.js`;
const { code } = await minify(await readFile(script, "utf8"), { module: true, ecma: 2020, compress: { passes: 3 } });
await writeFile(script, `${code}\n`);
