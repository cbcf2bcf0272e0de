// The SHA-256 of an app's document, by which the server's settings allow or block apps.

import { type PlainObject, asText, isObject } from "../../json/plain";
import { settingName, settings } from "../../settings";
import { bytesOfBase64 } from "../../text/base64";
import { sha256 } from "../../text/sha256";

/**
 * Returns the hash from the server's response header, which lists one hash for each content that may be an app, in
 * order.
 */
export function serverHash(headers: Headers, contents: readonly unknown[], item: unknown): string | undefined {
  const hashes = (headers.get("Mcp-Ui-App-Sha256") ?? "").split(",").map((hash) => hash.trim());
  const apps = contents.filter(mayBeApp);
  const hash = hashes.length === apps.length ? hashes[apps.indexOf(item)] : undefined;
  return hash !== undefined && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

function mayBeApp(content: unknown): boolean {
  return !isObject(content) || containsText(content["uri"], '"ui://') || containsText(content["mimeType"], "html");
}

function containsText(value: unknown, part: string): boolean {
  return value !== undefined && JSON.stringify(value).toLowerCase().includes(part);
}

/** The hash of a content; undefined on origins that are not secure. */
export async function hashOf({ text, blob }: PlainObject): Promise<string | undefined> {
  return sha256(typeof text === "string" ? new TextEncoder().encode(text) : bytesOfBase64(asText(blob)));
}

/**
 * An app embedded in a tool's result has not passed the server's check, so it is checked here, as is any other HTML.
 */
export async function checkedHash(resource: PlainObject, what = "app"): Promise<string | undefined> {
  const { allow, block } = settings.apps;
  const hash = await hashOf(resource);
  const problem = hashProblem(hash, allow, block);
  if (problem) throw new Error(`The ${what} is not shown: ${problem}.`);
  return hash;
}

function hashProblem(hash: string | undefined, allow: readonly string[], block: readonly string[]): string | undefined {
  const [allowing, blocking] = [settings.apps.names.allow, settings.apps.names.block].map(settingName);
  const limits = [allow.length > 0 && allowing, block.length > 0 && blocking].filter(Boolean).join(" and ");
  if (hash === undefined) {
    return limits && `${limits} needs its SHA-256, which browsers compute only over HTTPS or on localhost`;
  }
  if (block.includes(hash)) return `${blocking} lists its SHA-256, ${hash}`;
  if (allow.length > 0 && !allow.includes(hash)) return `${allowing} does not list its SHA-256, ${hash}`;
  return undefined;
}
