// The stories of a UI as a file for Storybook, in its component story format (CSF 3).

import { isObject } from "../json/plain";
import type { CatalogUi, Story } from "../apps/added/catalog";

/** `address` is that of the hosted UI. The UI gets its data in the older dialect, which needs no handshake. */
export function storybookFile(ui: CatalogUi, address: string): string {
  const url = new URL(address);
  url.searchParams.set("waitForRenderData", "true");
  const names = new Set<string>();
  const stories = ui.stories.map((story) => storyExport(identifierOf(story.name, names), story));
  return [headOf(url.href, ui.title), ...stories].join("\n");
}

function headOf(address: string, title: string): string {
  return `const title = ${literal(title)};
const address = ${literal(address)};

// Shows the UI in a frame, and gives it data whenever it asks for them.
const show = (data) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.title = title;
  frame.style.cssText = "display: block; width: 100%; height: 400px; border: 0";
  window.addEventListener("message", ({ source, data: message }) => {
    if (source !== frame.contentWindow) return;
    const { type, payload } = message ?? {};
    if (type === "ui-lifecycle-iframe-ready" || type === "ui-request-render-data") {
      source.postMessage({ type: "ui-lifecycle-iframe-render-data", payload: { renderData: data } }, "*");
    }
    if (type === "ui-size-change" && payload?.height > 0) frame.style.height = \`\${payload.height}px\`;
  });
  frame.src = address;
  return frame;
};

export default { title, render: show };
`;
}

// Arguments of a story are an object, so that other data have a function of their own.
function storyExport(identifier: string, { name, data }: Story): string {
  const member = isObject(data) ? `args: ${literal(data)}` : `render: () => show(${literal(data)})`;
  return `export const ${identifier} = { name: ${literal(name)}, ${member} };\n`;
}

// A member named `__proto__` would set the prototype of a literal.
function literal(value: unknown): string {
  return JSON.stringify(value ?? null, undefined, 2).replace(/(?<!\\)"__proto__":/g, '["__proto__"]:');
}

// Returns a name in Pascal case, with a number if it is taken.
function identifierOf(name: string, taken: Set<string>): string {
  const words = name.match(/[a-z0-9]+/gi) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const wanted = /^[A-Z]/.test(joined) ? joined : `Story${joined}`;
  let unique = wanted;
  for (let number = 2; taken.has(unique); number += 1) unique = `${wanted}_${number}`;
  taken.add(unique);
  return unique;
}
