// Prints the sizes of the page's parts, as they are and compressed: what is loaded first, and what is loaded later.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const PARTS = {
  first: ["page.html", "dist/page.css", "dist/page.js"],
  later: ["dist/later.js"],
  traffic: ["dist/traffic.js"],
};

for (const [part, files] of Object.entries(PARTS)) {
  const bytes = Buffer.concat(files.map((file) => readFileSync(new URL(file, import.meta.url))));
  console.log(`${part.padEnd(7)} ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} compressed`);
}
