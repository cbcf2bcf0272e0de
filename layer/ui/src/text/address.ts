// Addresses that servers and apps ask to open.

// The longest address that a person can be shown completely.
export const MAX_ADDRESS_CHARS = 2000;

// Returns the address, or the reason why it is not opened.
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

// Returns whether an address is that of an image within the text itself. Loading any other would send a request to a third
// party.
export function isEmbeddedImage(address: string): boolean {
  if (/^data:image\/svg\+xml[;,]/i.test(address)) return isSimpleSvg(address);
  return /^data:image\/(png|jpeg|webp|gif)[;,]/i.test(address);
}

// A larger drawing is no icon.
const MOST_SVG_CHARS = 50_000;

// Returns whether a drawing has none of the parts that repeat others: a few of them nested could fill all memory.
function isSimpleSvg(address: string): boolean {
  const text = address.length <= MOST_SVG_CHARS ? decodedData(address) : undefined;
  return (
    text !== undefined && !/<(?:[\w.-]+:)?(?:use|pattern|filter|mask|marker|image|foreignobject)\b|<!|\0/i.test(text)
  );
}

// The text of a data: URL; undefined if it cannot be decoded.
function decodedData(address: string): string | undefined {
  const comma = address.indexOf(",");
  try {
    const data = decodeURIComponent(address.slice(comma + 1));
    return address.slice(0, comma).toLowerCase().includes(";base64") ? atob(data) : data;
  } catch {
    return undefined;
  }
}
