// What an app asks of this page itself: to open a link, to save files, to say something to the model, to be shown otherwise.
const MOST_FILES = 20;
const LARGEST_FILE = 50e6;
const MOST_MESSAGES = 100;

async function openLink(run, { url }, signal) {
  const target = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !["http:", "https:", "mailto:"].includes(target.protocol)) {
    run.note("refused", `The app asked to open ${spelled(inWords(url))}: only http, https and mailto are opened.`);
    throw new RpcError(BAD_PARAMETERS, "Only addresses of http, https and mailto are opened.");
  }
  const body = element("p.mono.app-address", nameNode(target.href, 4000));
  if ((await askUser(run, signal, { title: "Open this address?", body, answers: { open: "Open" } })) !== "open") return { isError: true };
  window.open(target.href, "_blank", "noopener,noreferrer");
  return {};
}

async function downloadFiles(run, { contents }, signal) {
  if (!Array.isArray(contents) || contents.length === 0) throw new RpcError(BAD_PARAMETERS, "“contents” is not a list of resources.");
  if (contents.length > MOST_FILES) throw new RpcError(BAD_PARAMETERS, `At most ${MOST_FILES} files are saved at once.`);
  const files = contents.map(fileOf);
  const list = element("ul.app-files", files.map(({ name, bytes, href }) => element("li", href ? element("a", { href, target: "_blank", rel: "noopener noreferrer" }, nameNode(href, 4000)) : `${name} (${sizeInWords(bytes.length)})`)));
  const held = files.filter(({ bytes }) => bytes);
  const body = [list, held.length > 1 && element("p.hint", "The browser may ask, too, before it saves several files.")];
  const title = files.every((file) => file.href) ? "Follow these links?" : "Save these files?";
  if ((await askUser(run, signal, { title, body, answers: { save: files.every((file) => file.href) ? "Done" : "Save" } })) !== "save") return { isError: true };
  await Promise.all(held.map(({ name, bytes }) => downloadInTurn(bytes, name)));
  return {};
}

// Links are shown for the user to follow: a click allows one window to be opened, not many.
function fileOf(item) {
  const { type, resource, uri } = isObject(item) ? item : {};
  if (type === "resource_link" && /^https?:/i.test(uri) && URL.canParse(uri)) return { href: new URL(uri).href };
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
