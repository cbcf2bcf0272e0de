// What an app asks of this page itself: to open a link, to save files, to say something to the model, to be shown otherwise.
const LINK_SCHEMES = ["http:", "https:", "mailto:"];
// What a question can show of an address.
const MOST_ADDRESS_CHARS = 2000;
const MOST_FILES = 20;
const LARGEST_FILE = 50e6;
const MOST_MESSAGES = 100;

async function openLink(run, { url }, signal) {
  const target = addressOf(run, url);
  const reading = new ReadingBox(target.href, "the address");
  const title = target.host ? `Open an address at ${spelled(target.host, 300)}?` : "Open this address?";
  if ((await askUser(run, signal, { title, body: reading.element, reading, answers: { open: "Open" } })) !== "open") return { isError: true };
  window.open(target.href, "_blank", "noopener,noreferrer");
  return {};
}

// An address that a question can show whole, and that says at its beginning where it leads.
function addressOf(run, url) {
  const target = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  const refuse = (reason) => {
    run.note("refused", `The app asked to open ${spelled(inWords(url))}: ${reason}`);
    throw new RpcError(BAD_PARAMETERS, reason);
  };
  if (!target || !LINK_SCHEMES.includes(target.protocol)) return refuse("Only addresses of http, https and mailto are opened.");
  if (target.username || target.password) return refuse("Addresses with a user name or a password are not opened.");
  if (target.href.length > MOST_ADDRESS_CHARS) return refuse(`Addresses with more than ${MOST_ADDRESS_CHARS} characters are not opened.`);
  return target;
}

async function downloadFiles(run, { contents }, signal) {
  if (!Array.isArray(contents) || contents.length === 0) throw new RpcError(BAD_PARAMETERS, "“contents” is not a list of resources.");
  if (contents.length > MOST_FILES) throw new RpcError(BAD_PARAMETERS, `At most ${MOST_FILES} files are saved at once.`);
  const files = contents.map((item) => fileOf(run, item));
  const grants = [];
  const row = ({ name, bytes, href }) => {
    if (bytes) return element("li", `${name} (${sizeInWords(bytes.length)})`);
    const open = button("Open", () => window.open(href, "_blank", "noopener,noreferrer"), "small", { "aria-label": `Open ${spelled(href, 100)}` });
    grants.push(open);
    // The button stands beside the beginning, which says where the address leads.
    return element("li", open, " ", nameNode(href, MOST_ADDRESS_CHARS));
  };
  const list = element("ul.app-files", files.map(row));
  const held = files.filter(({ bytes }) => bytes);
  const body = element("div", list, held.length > 1 && element("p.hint", "The browser may ask, too, before it saves several files."));
  const title = held.length === 0 ? "Follow these links?" : "Save these files?";
  const answers = { save: held.length === 0 ? "Done" : "Save" };
  if ((await askUser(run, signal, { title, body, answers, grants })) !== "save") return { isError: true };
  await Promise.all(held.map(({ name, bytes }) => downloadInTurn(bytes, name)));
  return {};
}

// Links are shown for the user to follow: a click allows one window to be opened, not many.
function fileOf(run, item) {
  const { type, resource, uri } = isObject(item) ? item : {};
  if (type === "resource_link" && /^https?:/i.test(uri)) return { href: addressOf(run, uri).href };
  if (type !== "resource" || !isObject(resource)) throw new RpcError(BAD_PARAMETERS, "Only resources, and links to resources by http and https, can be saved.");
  const { text, blob } = resource;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : typeof blob === "string" ? bytesOfBlob(blob) : undefined;
  if (!bytes) throw new RpcError(BAD_PARAMETERS, "A resource has neither text nor a blob.");
  if (bytes.length > LARGEST_FILE) throw new RpcError(BAD_PARAMETERS, `A file is larger than ${sizeInWords(LARGEST_FILE)}.`);
  return { bytes, name: safeFilename(inWords(resource.uri ?? "").split(/[/\\]/).at(-1)) };
}

function bytesOfBlob(blob) {
  try {
    return bytesOfBase64(blob);
  } catch {
    throw new RpcError(BAD_PARAMETERS, "A blob is not base64.");
  }
}

// There is no model here: what is meant for it is shown.
function takeMessage(run, { role, content }) {
  if (role !== "user") throw new RpcError(BAD_PARAMETERS, "The role of a message is “user”.");
  addMessage(run, role, blocksOf(content));
  return {};
}

function addMessage(run, role, content) {
  const messages = [...run.model.messages, { at: Date.now(), role, content }].slice(-MOST_MESSAGES);
  run.model = { ...run.model, messages };
  run.announce("change");
}

function takeModelContext(run, { content, structuredContent }) {
  if (structuredContent !== undefined && !isObject(structuredContent)) throw new RpcError(BAD_PARAMETERS, "“structuredContent” is no object.");
  const blocks = content === undefined ? [] : blocksOf(content);
  run.model = { ...run.model, context: blocks.length > 0 || structuredContent ? { content: blocks, structuredContent } : undefined };
  run.announce("change");
  return {};
}

// One block or a list of them.
function blocksOf(content) {
  const blocks = Array.isArray(content) ? content : [content];
  if (!blocks.every((block) => typeof block?.type === "string")) throw new RpcError(BAD_PARAMETERS, "“content” is no list of content blocks.");
  return blocks;
}

function changeDisplayMode(run, { mode }) {
  if (typeof mode !== "string") throw new RpcError(BAD_PARAMETERS, "“mode” is no string.");
  if (isDialogOpen() || (mode !== "inline" && !isInUse(run))) {
    run.note("refused", "The app asked for another display mode while the user was elsewhere.");
    return { mode: run.mode };
  }
  return { mode: setDisplayMode(run, mode) };
}
