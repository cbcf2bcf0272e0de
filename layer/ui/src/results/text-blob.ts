// Texts that a server sends as base64.

import { bytesOfBase64 } from "../text/base64";

/** A decoded text, or the reason why it could not be decoded. */
export type TextOfBlob = { readonly text: string } | { readonly problem: string };

/** A byte order mark is kept, so that the text has the same bytes when it is saved or hashed. */
export function textOfBlob(blob: string): TextOfBlob {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = bytesOfBase64(blob);
  } catch {
    return { problem: "The blob is not base64." };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "The blob is not UTF-8, so it cannot be shown as text." };
  }
}
