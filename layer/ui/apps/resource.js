// Reads the resource of an app, checks it and normalizes its metadata. Failures are thrown as errors whose messages can be shown
// unchanged.
//
//   { html, url, ui, sha256 }: the document, or the address of an external one; `ui` is the requested CSP and permissions
const OLDER_TYPES = ["text/html", "text/html+mcp", "text/html+skybridge"];
const OLDER_CSP_NAMES = { connect_domains: "connectDomains", resource_domains: "resourceDomains", frame_domains: "frameDomains", base_uri_domains: "baseUriDomains", baseUris: "baseUriDomains" };
const OLDER_META_NAMES = { "mcp-ui/widgetCSP": "csp", "mcp-ui/widgetDomain": "domain", "mcp-ui/widgetPrefersBorder": "prefersBorder" };

async function readAppResource(uri, signal, note) {
  const { text, headers } = await readResponse(`${ROOT_PATH}/resources/read?uri=${encodeURIComponent(uri)}`, { signal });
  const result = JSON.parse(text);
  const contents = Array.isArray(result.contents) ? result.contents : [];
  if (contents.length === 0) throw new Error("The resource has no contents.");
  const item = contents.find((content) => content?.uri === uri) ?? contents[0];
  if (contents.length > 1) note("warning", `The resource has ${contents.length} contents instead of one; one of them is shown.`);
  if (item.uri !== uri) note("warning", `The server returned ${clipped(asText(item.uri), 200)} instead of ${uri}.`);
  const app = appDocument(item, (await declaredMeta(item, uri, signal, note)) ?? {}, note);
  return { ...app, sha256: serverHash(headers, contents, item) ?? (await hashOf(item)) };
}

function appDocument(item, meta, note) {
  const { type, isApp } = typeOf(item.mimeType);
  if (!isApp && !OLDER_TYPES.includes(type)) throw new Error(`The resource is of the type ${clipped(asText(item.mimeType ?? "none"), 200)}; an app must be text/html;profile=mcp-app.`);
  if (!isApp) note("warning", `The resource is of the type ${clipped(item.mimeType, 200)}, which is outdated; apps are text/html;profile=mcp-app now.`);
  const html = documentText(item);
  if (html.trim() === "") throw new Error("The resource is empty.");
  const url = onlyAddress(html);
  if (url) note("warning", "The resource contains an address instead of a document.");
  return { html: url ? undefined : html, url, mimeType: item.mimeType, ui: tidyMeta(meta, note) };
}

// Ignores case, white space around the semicolon, and quotes around a value.
function typeOf(mimeType) {
  const [type, ...parameters] = asText(mimeType ?? "none").toLowerCase().split(";").map((part) => part.trim());
  return { type, isApp: type === "text/html" && parameters.some((parameter) => /^profile\s*=\s*("?)mcp-app\1$/.test(parameter)) };
}

function isAppType(mimeType) {
  return typeOf(mimeType).isApp;
}

function documentText({ text, blob }) {
  const bytes = typeof text === "string" ? new Blob([text]).size : typeof blob === "string" && (blob.length * 3) / 4;
  if (bytes === false) throw new Error("The resource has neither text nor a blob.");
  if (bytes > APP_SETTINGS.htmlBytes) throw new Error(`The resource is too large: it has ${counted(Math.ceil(bytes), "byte")}; the limit is ${APP_SETTINGS.htmlBytes.toLocaleString("en")}.`);
  return typeof text === "string" ? text : textOfBase64(blob);
}

function textOfBase64(data) {
  try {
    return new TextDecoder().decode(bytesOfBase64(data));
  } catch {
    throw new Error("The resource's blob is not base64.");
  }
}

// Returns the address if the text consists only of one.
function onlyAddress(text) {
  const line = text.trim();
  return /^https?:\/\/\S+$/i.test(line) && URL.canParse(line) ? new URL(line).href : undefined;
}

// The metadata of the content takes precedence; the list of resources is read only if it has none.
async function declaredMeta(item, uri, signal, note) {
  const meta = metaOf(item, note);
  if (meta) return meta;
  try {
    const resources = JSON.parse(await fetchText(`${ROOT_PATH}/resources`, { signal }));
    const listed = metaOf(resources.find((resource) => resource?.uri === uri), note);
    if (listed) note("defaulted", "The app's metadata is taken from the list of resources, because the resource itself has none.");
    return listed;
  } catch (problem) {
    if (!signal.aborted) note("warning", `The list of resources cannot be read: ${problem.message}`);
    return undefined;
  }
}

function metaOf(item, note) {
  const meta = item?._meta ?? item?.meta;
  if (!isObject(meta)) return undefined;
  const older = Object.keys(OLDER_META_NAMES).filter((name) => name in meta);
  if (!isObject(meta.ui) && older.length === 0) return undefined;
  if (!item._meta) note("warning", "The resource has “meta” instead of “_meta”.");
  for (const name of older) note("warning", `The resource uses _meta["${name}"], an older name of _meta.ui.${OLDER_META_NAMES[name]}.`);
  return { ...Object.fromEntries(older.map((name) => [OLDER_META_NAMES[name], meta[name]])), ...(isObject(meta.ui) && meta.ui) };
}

function tidyMeta(ui, note) {
  const csp = isObject(ui.csp) ? { ...ui.csp } : ui.csp;
  for (const [older, name] of Object.entries(OLDER_CSP_NAMES)) {
    if (csp?.[older] === undefined) continue;
    note("warning", `csp.${older} is read as csp.${name}.`);
    csp[name] ??= csp[older];
    delete csp[older];
  }
  if (ui.domain !== undefined) note("refused", "A dedicated domain for the app is not supported.");
  return { csp, permissions: permissionsOf(ui, note), prefersBorder: typeof ui.prefersBorder === "boolean" ? ui.prefersBorder : undefined };
}

function permissionsOf({ permissions = {} }, note) {
  if (!isObject(permissions)) note("refused", "The permissions are not an object and were ignored.");
  const requested = isObject(permissions) ? Object.keys(permissions) : [];
  for (const name of requested) if (!Object.hasOwn(APP_PERMISSIONS, name)) note("refused", `Unknown permission “${printable(name, 60)}”.`);
  return requested.filter((name) => Object.hasOwn(APP_PERMISSIONS, name));
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
