import { hexadecimal } from "./hexadecimal";

/**
 * The SHA-256 of bytes, in hexadecimal digits. Browsers compute hashes only on secure origins; elsewhere the result is
 * undefined.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  const digest = await subtle?.digest("SHA-256", bytes);
  return digest && hexadecimal(new Uint8Array(digest));
}
