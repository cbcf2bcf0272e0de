// Bundles the gallery, a page with the components in their states: `node gallery/build.js [folder]`, into
// `target/gallery` by default. Open its `index.html`; the query has the theme and the direction.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [outdir = fileURLToPath(new URL("../../../target/gallery", import.meta.url))] = process.argv.slice(2);
const PAGE = `<!doctype html>
<html lang="en" data-has-title="false" data-allow-execute="true" data-history="true" data-apps="{}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title><link rel="icon" href="data:,"><link rel="stylesheet" href="style.css"></head>
<body><main id="gallery"></main><div id="tool" hidden></div><p class="unseen" id="announcer" role="status"></p>
<script src="script.js"></script></body></html>
`;

await mkdir(outdir, { recursive: true });
await build({
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  entryPoints: [
    { in: "gallery/main.tsx", out: "script" },
    { in: "gallery/style.css", out: "style" },
  ],
  outdir,
  bundle: true,
  format: "iife",
  target: "es2024",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
});
await writeFile(`${outdir}/index.html`, PAGE);
console.log(`${outdir}/index.html`);
