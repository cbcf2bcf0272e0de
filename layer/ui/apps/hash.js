// The SHA-256 of an app's document, by which the server's settings allow or block apps.

// Returns the hash from the server's response header, which lists one hash for each content that may be an app, in order.
function serverHash(headers, contents, item) {
  const hashes = (headers.get("Mcp-Ui-App-Sha256") ?? "").split(",").map((hash) => hash.trim());
  const apps = contents.filter((content) => !isObject(content) || containsText(content.uri, '"ui://') || containsText(content.mimeType, "html"));
  const hash = hashes.length === apps.length && hashes[apps.indexOf(item)];
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

function containsText(value, part) {
  return value !== undefined && JSON.stringify(value).toLowerCase().includes(part);
}

// Browsers compute hashes only on secure origins; elsewhere the result is undefined.
async function hashOf({ text, blob }) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : bytesOfBase64(asText(blob));
  const digest = await crypto.subtle?.digest("SHA-256", bytes);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The names of the settings, in code and in the environment.
const ALLOW_SETTING = "Apps::allow (MCP_UI_APPS_ALLOW)";
const BLOCK_SETTING = "Apps::block (MCP_UI_APPS_BLOCK)";

// An app embedded in a tool's result has not passed the server's check, so it is checked here.
async function checkedHash(resource) {
  const { allow = [], block = [] } = APP_SETTINGS;
  const limits = [allow.length > 0 && ALLOW_SETTING, block.length > 0 && BLOCK_SETTING].filter(Boolean).join(" and ");
  const hash = await hashOf(resource);
  const refuse = (why) => {
    throw new Error(`The app is not shown: the setting ${why}.`);
  };
  if (!hash && limits) refuse(`${limits} needs its SHA-256, for which this page needs HTTPS or localhost`);
  if (block.includes(hash)) refuse(`${BLOCK_SETTING} lists its SHA-256, ${hash}`);
  if (allow.length > 0 && !allow.includes(hash)) refuse(`${ALLOW_SETTING} does not list its SHA-256, ${hash}`);
  return hash;
}
