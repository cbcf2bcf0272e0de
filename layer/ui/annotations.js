// The hints of a tool in plain words. They are the server's own claims, and the words say so.
const APP_HINTS = [
  { word: "app", isOf: (tool) => declaredApp(tool), inList: true, meaning: "comes with an app, which is shown when it runs" },
  { word: "app-only", isOf: (tool) => !isVisibleTo(tool, "model"), inList: true, meaning: "is meant for apps alone, not for a model" },
];

const HINTS = [
  { key: "readOnlyHint", value: true, word: "read-only", inList: true, meaning: "says it changes nothing" },
  { key: "destructiveHint", value: true, word: "destructive", inList: true, meaning: "may delete or overwrite; asks before it runs" },
  { key: "destructiveHint", value: false, word: "only adds", meaning: "says it never deletes or overwrites" },
  { key: "idempotentHint", value: true, word: "repeatable", meaning: "says a second run changes nothing more" },
  { key: "openWorldHint", value: true, word: "open world", meaning: "talks to systems beyond the server" },
  { key: "openWorldHint", value: false, word: "closed world", meaning: "says it stays within the server" },
];

function hintsOf(tool) {
  return [...APP_HINTS.filter((hint) => hint.isOf(tool)), ...HINTS.filter((hint) => tool.annotations?.[hint.key] === hint.value)];
}

function isDestructive(annotations) {
  return annotations?.destructiveHint === true;
}

// Of two hints that contradict each other, the stricter one counts.
function isReadOnly(annotations) {
  return annotations?.readOnlyHint === true && !isDestructive(annotations);
}

function badge({ word }) {
  return element("span", { class: `badge ${word}` }, word);
}

function hintList(tool) {
  const rows = hintsOf(tool).map((hint) => element("li", badge(hint), ` ${hint.meaning}`));
  return rows.length > 0 && element("ul.hints", { "aria-label": "What the server says about this tool" }, rows);
}

// An icon of the tool, where it comes inside the description. One at a URL would be a request to somebody else's host.
function toolIcon(icons) {
  const inside = Array.isArray(icons) && icons.find((icon) => /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(icon?.src));
  return inside && element("img.tool-icon", { src: inside.src, alt: "" });
}
