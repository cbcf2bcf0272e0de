// Builds DOM nodes: `element("p.hint", { id: "x" }, "text", node)`. A string always becomes a text node or an attribute
// value, never markup. Children and properties that are undefined, null or false are omitted.
function element(selector, ...children) {
  const [name, ...classes] = selector.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  const props = children[0]?.constructor === Object ? children.shift() : {};
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("aria-") && value !== undefined) node.setAttribute(key, value);
    else if (!isPresent(value)) continue;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(isPresent));
  return node;
}

function isPresent(value) {
  return (value ?? false) !== false;
}

function button(label, onclick, classes, props) {
  return element("button", { type: "button", class: classes, onclick, ...props }, label);
}

// Attributes of fields whose text must not be corrected or completed by the browser.
const VERBATIM = { spellcheck: "false", autocomplete: "off" };

function byId(id) {
  return document.getElementById(id);
}

let lastId = 0;

function freshId() {
  lastId += 1;
  return `id-${lastId}`;
}

// Characters that are invisible, or that reorder the text around them, are shown as their code points. Joiners and variation selectors
// stay, because scripts and emoji need them.
const INVISIBLE = /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800]--[\u200c\u200d\ufe00-\ufe0f]]/gv;

function printable(text, limit = 200) {
  return clipped(text, limit).replace(INVISIBLE, (c) => `‹U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

function clipped(text, limit) {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

// A name for display. An empty or blank name is quoted, so that it can be seen, clicked and read out.
function displayName(text, limit) {
  const shown = printable(text, limit);
  return shown.trim() ? shown : `"${shown}"`;
}

// A name from the server, isolated so that it cannot reorder the text around it.
function nameNode(text, limit) {
  return element("bdi", displayName(text, limit));
}

function announce(text) {
  byId("announcer").textContent = text;
}

function counted(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

function formatSize(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function formatDuration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

// Returns a function that runs `work` once it has not been called for `quiet` milliseconds.
function debounced(work, quiet) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, quiet);
  };
}
