// Draws the code, and offers it as a file.

// The margin that the standard asks for, in modules.
const MARGIN = 4;

let svg = "";
let canDownload = false;

function showCode(data) {
  byId("downloads").hidden = !data || !canDownload;
  if (!data) return byId("code").removeAttribute("src");
  const { text, version, rows } = data;
  svg = drawn(rows);
  byId("code").src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  byId("code").alt = `QR code of ${text.length > 100 ? `${text.slice(0, 100)}…` : text}`;
  byId("status").textContent = `Version ${version}, ${rows.length} × ${rows.length} modules`;
}

// Draws each run of dark modules in a row as one rectangle.
function drawn(rows) {
  const size = rows.length + 2 * MARGIN;
  const runs = rows.flatMap((row, y) =>
    Array.from(row.matchAll(/1+/g), ({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size * 8}" height="${size * 8}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join("")}"/></svg>`;
}

async function asPng() {
  const image = byId("code");
  await image.decode();
  const canvas = element("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/png").split(",")[1];
}

async function download(name, contents) {
  const resource = { uri: `file:///${name}`, ...contents };
  const result = await request("ui/download-file", { contents: [{ type: "resource", resource }] }).catch(() => ({ isError: true }));
  byId("status").textContent = result.isError ? "The file was not saved." : `Saved as ${name}`;
}

byId("svg").onclick = () => download("qr-code.svg", { mimeType: "image/svg+xml", text: svg });
byId("png").onclick = async () => download("qr-code.png", { mimeType: "image/png", blob: await asPng() });

({ downloadFile: canDownload = false } = await start("QR code", showCode));
