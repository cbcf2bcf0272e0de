// Builds DOM nodes. A string always becomes a text node or an attribute value, never markup.
function element(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return node;
}

function button(label, onclick, props) {
  return element("button", { type: "button", onclick, ...props }, label);
}

function byId(id) {
  return document.getElementById(id);
}

let lastId = 0;

function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

// Characters that show as nothing, or that reorder what stands beside them, are spelled out in names.
const UNSEEN = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

function spelled(text, limit = 200) {
  return clipped(text, limit).replace(UNSEEN, (c) => `‹U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}›`);
}

function clipped(text, limit) {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}…`;
}

function announce(text) {
  byId("announcer").textContent = text;
}

function sizeInWords(bytes) {
  if (bytes < 1000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function durationInWords(milliseconds) {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(milliseconds < 10000 ? 2 : 1)} s`;
}

function counted(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

// Runs `work` once things have been quiet for a while.
function debounced(work, quiet) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(work, quiet, ...values);
  };
}

// Copies, and says so on the button that asked for it.
async function copyText(text, trigger) {
  const label = trigger.textContent;
  let outcome = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    outcome = copyBySelection(text) ? "Copied" : "Not copied";
  }
  announce(outcome);
  trigger.textContent = outcome;
  setTimeout(() => (trigger.textContent = label), 1500);
}

// The clipboard API exists on secure origins only; a plain-HTTP intranet host is not one.
function copyBySelection(text) {
  const area = element("textarea", { class: "unseen", value: text });
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  const focused = document.activeElement;
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return copied;
}

function copyButton(text, label = "Copy") {
  return button(label, (event) => copyText(typeof text === "function" ? text() : text, event.currentTarget), { class: "quiet" });
}

// Always an octet stream: what a tool returned is never opened as a page of this origin.
function downloadBytes(parts, filename) {
  const url = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }));
  const safe = filename.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "").slice(-80) || "download";
  element("a", { href: url, download: safe }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
