// Copying to the clipboard and saving files.

function copyButton(text, label = "Copy") {
  const trigger = button(label, async () => {
    trigger.textContent = (await copyText(await text())) ? "Copied" : "Not copied";
    announce(trigger.textContent);
    setTimeout(() => (trigger.textContent = label), 1500);
  }, "quiet small");
  return trigger;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// The clipboard API is limited to secure origins, which excludes an intranet host over plain HTTP.
function copyBySelection(text) {
  const area = element("textarea.unseen", { value: text });
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return done;
}

function bytesOfBase64(data) {
  const characters = atob(data);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

// The type is always application/octet-stream, so that a tool's output is never opened as a page of this origin.
function downloadBytes(bytes, filename) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  element("a", { href: url, download: safeFilename(filename) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// Chromium silently drops downloads started by a script beyond ten per second.
const DOWNLOAD_SPACING_MS = 200;

let lastDownload = Promise.resolve();

function queueDownload(bytes, filename) {
  lastDownload = lastDownload.then(() => {
    downloadBytes(bytes, filename);
    return new Promise((resolve) => setTimeout(resolve, DOWNLOAD_SPACING_MS));
  });
  return lastDownload;
}

const LONGEST_FILENAME = 100;
const LONGEST_EXTENSION = 20;
// Windows treats these names as devices, with any extension.
const DEVICE_NAME = /^(con|prn|aux|nul|(com|lpt)\d)(?=\.|$)/i;

// Returns a name that every system accepts for an ordinary, visible file.
function safeFilename(name) {
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^\.+|\.+$/g, "").replace(DEVICE_NAME, "_$&") || "download";
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 && plain.length - dot <= LONGEST_EXTENSION ? plain.slice(dot) : "";
  return plain.slice(0, plain.length - extension.length).slice(0, LONGEST_FILENAME - extension.length).replace(/\.+$/, "") + extension;
}
