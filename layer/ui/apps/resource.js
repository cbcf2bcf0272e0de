// The resource that an app is: read, judged, and brought into one form. What keeps it from being shown is thrown as an error
// whose message can be shown as it is.
//
//   { html, url, ui, sha256 }: the document, or the address of an external one; `ui` is what the resource's metadata asks for
const OLDER_TYPES = ["text/html", "text/html+mcp", "text/html+skybridge"];
const OLDER_CSP_NAMES = { connect_domains: "connectDomains", resource_domains: "resourceDomains", frame_domains: "frameDomains", base_uri_domains: "baseUriDomains", baseUris: "baseUriDomains" };
const OLDER_META_NAMES = { "mcp-ui/widgetCSP": "csp", "mcp-ui/widgetDomain": "domain", "mcp-ui/widgetPrefersBorder": "prefersBorder" };

async function readAppResource(uri, signal, note) {
  const { text, headers } = await readResponse(`${ROOT_PATH}/resources/read?uri=${encodeURIComponent(uri)}`, { signal });
  const result = JSON.parse(text);
  const contents = Array.isArray(result.contents) ? result.contents : [];
  if (contents.length === 0) throw new Error("The resource has no contents.");
  const item = contents.find((content) => content?.uri === uri) ?? contents[0];
  if (contents.length > 1) note("warning", `The resource has ${contents.length} contents where an app is exactly one; one of them is shown.`);
  if (item.uri !== uri) note("warning", `The server answered with ${clipped(inWords(item.uri), 200)} when asked for ${uri}.`);
  const app = appDocument(item, (await statedMeta(item, uri, signal, note)) ?? {}, note);
  return { ...app, sha256: statedHash(headers, contents, item) ?? (await hashOf(item)) };
}

function appDocument(item, meta, note) {
  const { type, isApp } = typeOf(item.mimeType);
  if (!isApp && !OLDER_TYPES.includes(type)) throw new Error(`The resource is of the type ${clipped(inWords(item.mimeType ?? "none"), 200)}; an app is text/html;profile=mcp-app.`);
  if (!isApp) note("warning", `The resource is of the type ${clipped(item.mimeType, 200)}, an older one; apps are text/html;profile=mcp-app now.`);
  const html = documentText(item);
  if (html.trim() === "") throw new Error("The resource is empty.");
  const url = onlyAddress(html);
  if (url) note("warning", "The resource holds an address in place of a document.");
  return { html: url ? undefined : html, url, mimeType: item.mimeType, ui: tidyMeta(meta, note) };
}

// Letters of either case, white space around the semicolon and quotes around a value all mean the same.
function typeOf(mimeType) {
  const [type, ...parameters] = inWords(mimeType ?? "none").toLowerCase().split(";").map((part) => part.trim());
  return { type, isApp: type === "text/html" && parameters.some((parameter) => /^profile\s*=\s*("?)mcp-app\1$/.test(parameter)) };
}

function isAppType(mimeType) {
  return typeOf(mimeType).isApp;
}

function documentText({ text, blob }) {
  const bytes = typeof text === "string" ? new Blob([text]).size : typeof blob === "string" && (blob.length * 3) / 4;
  if (bytes === false) throw new Error("The resource has neither text nor a blob.");
  if (bytes > APP_SETTINGS.htmlBytes) throw new Error(`The resource is too large: it has ${counted(Math.ceil(bytes), "byte")}, where ${APP_SETTINGS.htmlBytes.toLocaleString("en")} are allowed.`);
  return typeof text === "string" ? text : textOfBase64(blob);
}

function textOfBase64(data) {
  try {
    return new TextDecoder().decode(bytesOfBase64(data));
  } catch {
    throw new Error("The resource's blob is not base64.");
  }
}

// The address, where a text is nothing but one.
function onlyAddress(text) {
  const line = text.trim();
  return /^https?:\/\/\S+$/i.test(line) && URL.canParse(line) ? new URL(line).href : undefined;
}

// What the content says counts; the list of resources is asked only where it says nothing.
async function statedMeta(item, uri, signal, note) {
  const own = metaOf(item, note);
  if (own) return own;
  try {
    const resources = JSON.parse(await readAnswer(`${ROOT_PATH}/resources`, { signal }));
    const listed = metaOf(resources.find((resource) => resource?.uri === uri), note);
    if (listed) note("defaulted", "What the app asks for is taken from the list of resources: the resource itself does not say.");
    return listed;
  } catch (problem) {
    if (!signal.aborted) note("warning", `The list of resources, where the app may state what it asks for, cannot be read: ${problem.message}`);
    return undefined;
  }
}

function metaOf(item, note) {
  const meta = item?._meta ?? item?.meta;
  if (!isObject(meta)) return undefined;
  const older = Object.keys(OLDER_META_NAMES).filter((name) => name in meta);
  if (!isObject(meta.ui) && older.length === 0) return undefined;
  if (!item._meta) note("warning", "The resource has “meta” where “_meta” is meant.");
  for (const name of older) note("warning", `The resource uses _meta["${name}"], an older name of _meta.ui.${OLDER_META_NAMES[name]}.`);
  return { ...Object.fromEntries(older.map((name) => [OLDER_META_NAMES[name], meta[name]])), ...(isObject(meta.ui) && meta.ui) };
}

function tidyMeta(ui, note) {
  const csp = isObject(ui.csp) ? { ...ui.csp } : ui.csp;
  for (const [older, name] of Object.entries(OLDER_CSP_NAMES)) {
    if (csp?.[older] === undefined) continue;
    note("warning", `csp.${older} is taken for csp.${name}.`);
    csp[name] ??= csp[older];
    delete csp[older];
  }
  if (ui.domain !== undefined) note("refused", "A domain of the app's own is not supported here.");
  return { csp, permissions: permissionsOf(ui, note), prefersBorder: typeof ui.prefersBorder === "boolean" ? ui.prefersBorder : undefined };
}

function permissionsOf({ permissions = {} }, note) {
  if (!isObject(permissions)) note("refused", "The permissions are not given as an object, and were ignored.");
  const asked = isObject(permissions) ? Object.keys(permissions) : [];
  for (const name of asked) if (!Object.hasOwn(APP_PERMISSIONS, name)) note("refused", `There is no permission “${spelled(name, 60)}”.`);
  return asked.filter((name) => Object.hasOwn(APP_PERMISSIONS, name));
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
