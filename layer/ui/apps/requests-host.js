// Requests of an app to this page: open a link, save files, send a message to the model, change the display mode.
const LINK_SCHEMES = ["http:", "https:", "mailto:"];
// The longest address that a consent dialog can show completely.
const MAX_ADDRESS_CHARS = 2000;
const MAX_FILES = 20;
const LARGEST_FILE = 50e6;
const MAX_MESSAGES = 100;

async function openLink(run, { url }, signal) {
  const target = addressOf(run, url);
  const reading = new ReadingBox(target.href, "the address");
  const title = target.host ? `Open an address at ${printable(target.host, 300)}?` : "Open this address?";
  if ((await askConsent(run, signal, { title, body: reading.element, reading, choices: { open: "Open" } })) !== "open") return { isError: true };
  window.open(target.href, "_blank", "noopener,noreferrer");
  return {};
}

// Accepts only an address that a consent dialog can show completely and that begins with its real destination.
function addressOf(run, url) {
  const target = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  const refuse = (reason) => {
    run.note("refused", `The app asked to open ${printable(asText(url))}: ${reason}`);
    throw new RpcError(BAD_PARAMETERS, reason);
  };
  if (!target || !LINK_SCHEMES.includes(target.protocol)) return refuse("Only addresses of http, https and mailto are opened.");
  if (target.username || target.password) return refuse("Addresses with a user name or a password are not opened.");
  if (target.href.length > MAX_ADDRESS_CHARS) return refuse(`Addresses with more than ${MAX_ADDRESS_CHARS} characters are not opened.`);
  return target;
}

async function downloadFiles(run, { contents }, signal) {
  if (!Array.isArray(contents) || contents.length === 0) throw new RpcError(BAD_PARAMETERS, "“contents” is not a list of resources.");
  if (contents.length > MAX_FILES) throw new RpcError(BAD_PARAMETERS, `At most ${MAX_FILES} files are saved at once.`);
  const files = contents.map((item) => fileOf(run, item));
  const grants = [];
  const row = ({ name, bytes, href }) => {
    if (bytes) return element("li", `${name} (${formatSize(bytes.length)})`);
    const open = button("Open", () => window.open(href, "_blank", "noopener,noreferrer"), "small", { "aria-label": `Open ${printable(href, 100)}` });
    grants.push(open);
    // The button is next to the beginning of the address, which shows its destination.
    return element("li", open, " ", nameNode(href, MAX_ADDRESS_CHARS));
  };
  const list = element("ul.app-files", files.map(row));
  const saved = files.filter(({ bytes }) => bytes);
  const body = element("div", list, saved.length > 1 && element("p.hint", "The browser may ask, too, before it saves several files."));
  const title = saved.length === 0 ? "Follow these links?" : "Save these files?";
  const choices = { save: saved.length === 0 ? "Done" : "Save" };
  if ((await askConsent(run, signal, { title, body, choices, grants })) !== "save") return { isError: true };
  await Promise.all(saved.map(({ name, bytes }) => queueDownload(bytes, name)));
  return {};
}

// Links are shown for the user to follow, because a click allows only one window to be opened.
function fileOf(run, item) {
  const { type, resource, uri } = isObject(item) ? item : {};
  if (type === "resource_link" && /^https?:/i.test(uri)) return { href: addressOf(run, uri).href };
  if (type !== "resource" || !isObject(resource)) throw new RpcError(BAD_PARAMETERS, "Only resources, and links to resources by http and https, can be saved.");
  const { text, blob } = resource;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : typeof blob === "string" ? bytesOfBlob(blob) : undefined;
  if (!bytes) throw new RpcError(BAD_PARAMETERS, "A resource has neither text nor a blob.");
  if (bytes.length > LARGEST_FILE) throw new RpcError(BAD_PARAMETERS, `A file is larger than ${formatSize(LARGEST_FILE)}.`);
  return { bytes, name: safeFilename(asText(resource.uri ?? "").split(/[/\\]/).at(-1)) };
}

function bytesOfBlob(blob) {
  try {
    return bytesOfBase64(blob);
  } catch {
    throw new RpcError(BAD_PARAMETERS, "A blob is not base64.");
  }
}

// This page has no model, so messages for it are only shown.
function showMessage(run, { role, content }) {
  if (role !== "user") throw new RpcError(BAD_PARAMETERS, "The role of a message must be “user”.");
  addMessage(run, role, blocksOf(content));
  return {};
}

function addMessage(run, role, content) {
  const messages = [...run.model.messages, { at: Date.now(), role, content }].slice(-MAX_MESSAGES);
  run.model = { ...run.model, messages };
  run.announce("change");
}

function updateModelContext(run, { content, structuredContent }) {
  if (structuredContent !== undefined && !isObject(structuredContent)) throw new RpcError(BAD_PARAMETERS, "“structuredContent” is not an object.");
  const blocks = content === undefined ? [] : blocksOf(content);
  run.model = { ...run.model, context: blocks.length > 0 || structuredContent ? { content: blocks, structuredContent } : undefined };
  run.announce("change");
  return {};
}

// Accepts one block or a list of blocks.
function blocksOf(content) {
  const blocks = Array.isArray(content) ? content : [content];
  if (!blocks.every((block) => typeof block?.type === "string")) throw new RpcError(BAD_PARAMETERS, "“content” is not a list of content blocks.");
  return blocks;
}

function changeDisplayMode(run, { mode }) {
  if (typeof mode !== "string") throw new RpcError(BAD_PARAMETERS, "“mode” is not a string.");
  if (isDialogOpen() || (mode !== "inline" && !isInUse(run))) {
    run.note("refused", "The app asked for another display mode while the user was not using it.");
    return { mode: run.mode };
  }
  return { mode: setDisplayMode(run, mode) };
}
