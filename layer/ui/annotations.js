// The annotations of a tool in plain words. They are claims of the server, and the wording says so.
const APP_HINTS = [
  { word: "app", matches: (tool) => declaredApp(tool), inList: true, meaning: "comes with an app, which is shown when it runs" },
  { word: "app-only", matches: (tool) => !isVisibleTo(tool, "model"), inList: true, meaning: "is meant for apps alone, not for a model" },
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
  return [...APP_HINTS.filter((hint) => hint.matches(tool)), ...HINTS.filter((hint) => tool.annotations?.[hint.key] === hint.value)];
}

function isDestructive(annotations) {
  return annotations?.destructiveHint === true;
}

// If the hints contradict each other, the stricter one wins.
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

// Returns the tool's icon if it is a data: URL. Loading any other URL would send a request to a third party.
function toolIcon(icons) {
  const embedded = Array.isArray(icons) && icons.find((icon) => /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(icon?.src));
  return embedded && element("img.tool-icon", { src: embedded.src, alt: "" });
}
