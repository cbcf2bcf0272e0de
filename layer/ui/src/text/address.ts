// Addresses that servers and apps ask to open.

// Maximum number of characters in an address that a person can be shown completely. A longer one is not opened.
export const MAX_ADDRESS_CHARS = 2000;

/** Returns the address, or the reason why it is not opened. */
export function readAddress(text: unknown, schemes: readonly string[]): URL | string {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  const names = schemes.map((scheme) => scheme.slice(0, -1));
  if (!url || !schemes.includes(url.protocol)) {
    return `Only addresses of ${names.slice(0, -1).join(", ")} and ${names.at(-1)} are opened.`;
  }
  if (url.href.length > MAX_ADDRESS_CHARS) {
    return `Addresses with more than ${MAX_ADDRESS_CHARS} characters are not opened.`;
  }
  return url;
}
