// The hints of a tool in plain words. They are the server's own claims, and the page says so where it explains them.
const HINTS = [
  { key: "readOnlyHint", value: true, badge: "read-only", tone: "calm", meaning: "says it changes nothing" },
  { key: "destructiveHint", value: true, badge: "destructive", tone: "danger", meaning: "may delete or overwrite things; the page asks before it runs" },
  { key: "destructiveHint", value: false, badge: "only adds", tone: "calm", meaning: "says it only adds and never deletes or overwrites" },
  { key: "idempotentHint", value: true, badge: "repeatable", tone: "calm", meaning: "says that running it again with the same arguments changes nothing more" },
  { key: "openWorldHint", value: true, badge: "open world", tone: "calm", meaning: "talks to systems outside the server, such as the web" },
  { key: "openWorldHint", value: false, badge: "closed world", tone: "calm", meaning: "says it touches nothing outside the server" },
];

function hintsOf(annotations) {
  return HINTS.filter((hint) => annotations?.[hint.key] === hint.value);
}

function isDestructive(annotations) {
  return annotations?.destructiveHint === true && annotations?.readOnlyHint !== true;
}

function badge(hint) {
  return element("span", { class: `badge ${hint.tone}` }, hint.badge);
}

function annotationList(annotations) {
  const hints = hintsOf(annotations);
  if (hints.length === 0) return undefined;
  const rows = hints.map((hint) => element("li", {}, badge(hint), ` ${hint.meaning}`));
  return element("ul", { class: "hints", "aria-label": "What the server says about this tool" }, rows);
}

// An icon of the tool, where it comes inside the description. One at a URL would be a request to somebody else's host.
function toolIcon(tool) {
  const icons = Array.isArray(tool.icons) ? tool.icons : [];
  const inside = icons.find((icon) => typeof icon?.src === "string" && /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/i.test(icon.src) && icon.src.length < 200000);
  return inside && element("img", { class: "tool-icon", src: inside.src, alt: "", width: 20, height: 20 });
}
