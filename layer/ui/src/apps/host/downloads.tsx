// The request of an app to save files, or to follow links to files.

import type { VNode } from "preact";
import { askConsent } from "../consent/dialog";
import { queueDownload } from "../../dom/downloads";
import { Name } from "../../dom/name";
import { type PlainObject, asText, isObject } from "../../json/plain";
import { BAD_PARAMETERS, RpcError } from "../messages/rpc-error";
import type { HostedApp } from "../model/hosted-app";
import { openWindow } from "../../dom/windows";
import { MAX_ADDRESS_CHARS } from "../../text/address";
import { bytesOfBase64 } from "../../text/base64";
import { safeFilename } from "../../text/filename";
import { printable } from "../../text/printable";
import { formatSize } from "../../text/units";
import { addressOf } from "./links";

// The files of one request. A request with more is refused.
const MAX_FILES = 20;
// The size of a file, in bytes. A request with a larger one is refused.
const LARGEST_FILE = 50e6;

interface SavedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface LinkedFile {
  readonly href: string;
}

export async function downloadFiles(
  app: HostedApp,
  { contents }: PlainObject,
  signal: AbortSignal,
): Promise<PlainObject> {
  if (!Array.isArray(contents) || contents.length === 0) {
    throw new RpcError(BAD_PARAMETERS, "“contents” is not a list of resources.");
  }
  if (contents.length > MAX_FILES) throw new RpcError(BAD_PARAMETERS, `At most ${MAX_FILES} files are saved at once.`);
  const files = contents.map((item) => fileOf(app, item));
  const saved = files.filter((file) => "bytes" in file);
  const choice = await askConsent<"save">(app, signal, {
    title: saved.length === 0 ? "Follow these links?" : "Save these files?",
    body: <Files files={files} hasSeveral={saved.length > 1} />,
    choices: { save: saved.length === 0 ? "Done" : "Save" },
  });
  if (choice !== "save") return { isError: true };
  await Promise.all(saved.map(({ name, bytes }) => queueDownload(bytes, name)));
  return {};
}

interface FilesProps {
  readonly files: readonly (SavedFile | LinkedFile)[];
  /** Set if several files are to be saved. */
  readonly hasSeveral: boolean;
}

function Files({ files, hasSeveral }: FilesProps): VNode {
  return (
    <div>
      <ul class="app-files">
        {files.map((file, index) => (
          <li key={index}>
            {"bytes" in file ? `${file.name} (${formatSize(file.bytes.length)})` : <Link href={file.href} />}
          </li>
        ))}
      </ul>
      {hasSeveral && <p class="hint">The browser may ask, too, before it saves several files.</p>}
    </div>
  );
}

// The button is next to the beginning of the address, which shows its destination.
function Link({ href }: LinkedFile): VNode {
  return (
    <>
      <button
        type="button"
        class="small"
        data-grants
        aria-label={`Open ${printable(href, 100)}`}
        onClick={() => openWindow(href)}
      >
        Open
      </button>{" "}
      <Name text={href} limit={MAX_ADDRESS_CHARS} />
    </>
  );
}

// Links are shown for the user to follow, because a click allows only one window to be opened.
function fileOf(app: HostedApp, item: unknown): SavedFile | LinkedFile {
  const { type, resource, uri } = isObject(item) ? item : {};
  if (type === "resource_link" && /^https?:/i.test(asText(uri))) return { href: addressOf(app, uri).href };
  if (type !== "resource" || !isObject(resource)) {
    throw new RpcError(BAD_PARAMETERS, "Only resources, and links to resources by http and https, can be saved.");
  }
  const bytes = bytesOf(resource);
  if (!bytes) throw new RpcError(BAD_PARAMETERS, "A resource has neither text nor a blob.");
  if (bytes.length > LARGEST_FILE) {
    throw new RpcError(BAD_PARAMETERS, `A file is larger than ${formatSize(LARGEST_FILE)}.`);
  }
  const name =
    asText(resource["uri"] ?? "")
      .split(/[/\\]/)
      .at(-1) ?? "";
  return { bytes, name: safeFilename(name) };
}

function bytesOf({ text, blob }: PlainObject): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text === "string") return new TextEncoder().encode(text);
  if (typeof blob !== "string") return undefined;
  try {
    return bytesOfBase64(blob);
  } catch {
    throw new RpcError(BAD_PARAMETERS, "A blob is not base64.");
  }
}
