import { trimmedEnd } from "./trim";
import { formatSize } from "./units";

/** Throws if the data is not base64. */
export function bytesOfBase64(data: string): Uint8Array<ArrayBuffer> {
  const characters = atob(data);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}

/** The size of the decoded data, as text. */
export function base64Size(data: string): string {
  return formatSize(Math.floor((trimmedEnd(data, "=").length * 3) / 4));
}
