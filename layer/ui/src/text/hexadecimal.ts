// Bytes as hexadecimal digits.

export function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns the digits of this number of random bytes. */
export function randomDigits(bytes: number): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(bytes)));
}
