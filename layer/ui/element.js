// Builds DOM nodes: `element("p.hint", { id: "x" }, "text", node)`. A string always becomes a text node or an attribute
// value, never markup. What is undefined, null or false is left out.
function element(selector, ...children) {
  const [name, ...classes] = selector.split(".");
  const node = document.createElement(name);
  if (classes.length > 0) node.className = classes.join(" ");
  const props = children[0]?.constructor === Object ? children.shift() : {};
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("aria-") && value !== undefined) node.setAttribute(key, value);
    else if (!isGiven(value)) continue;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter(isGiven));
  return node;
}

function isGiven(value) {
  return (value ?? false) !== false;
}

function button(label, onclick, classes, props) {
  return element("button", { type: "button", class: classes, onclick, ...props }, label);
}

// For fields whose text is taken as it is written.
const VERBATIM = { spellcheck: "false", autocomplete: "off" };

function byId(id) {
  return document.getElementById(id);
}

let lastId = 0;

function freshId() {
  lastId += 1;
  return `id-${lastId}`;
}

// Characters that show as nothing, or that reorder what stands beside them, are spelled out. Joiners and variation selectors stay: they
// belong to scripts and emoji.
const UNSEEN = /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\u2800]--[\u200c\u200d\ufe00-\ufe0f]]/gv;

function spelled(text, limit = 200) {
  return clipped(text, limit).replace(UNSEEN, (c) => `‹U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

function clipped(text, limit) {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

// A name to show. One that is empty or blank stands in quotes, so that there is something to see, to click and to read out.
function named(text, limit) {
  const shown = spelled(text, limit);
  return shown.trim() ? shown : `"${shown}"`;
}

// A name of the server's, kept from reordering the text around it.
function nameNode(text, limit) {
  return element("bdi", named(text, limit));
}

function announce(text) {
  byId("announcer").textContent = text;
}

function counted(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

function sizeInWords(bytes) {
  if (bytes < 1000) return counted(bytes, "byte");
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function durationInWords(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

// Does `work` once things have been quiet for a while.
function debounced(work, quiet) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, quiet);
  };
}
