// Ways out of the page: the clipboard and files.

function copyButton(text, label = "Copy") {
  const trigger = button(label, async () => {
    trigger.textContent = (await copied(await text())) ? "Copied" : "Not copied";
    announce(trigger.textContent);
    setTimeout(() => (trigger.textContent = label), 1500);
  }, "quiet small");
  return trigger;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

// The clipboard API exists on secure origins only; a plain-HTTP intranet host is not one.
function copiedBySelection(text) {
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

// Always an octet stream: what a tool returned is never opened as a page of this origin.
function downloadBytes(bytes, filename) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  element("a", { href: url, download: safeFilename(filename) }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function safeFilename(name) {
  return name.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "").slice(-80) || "download";
}
