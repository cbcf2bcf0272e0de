// Images of servers: the few hundred bytes of one can take minutes and gigabytes to draw.

// The pixels of an image: a larger one takes hundreds of megabytes. It is not drawn.
const MOST_PIXELS = 25_000_000;
// Maximum number of characters in an image that are searched for its size. An image whose size is not among them is not drawn.
const HEAD_CHARS = 400_000;
// Maximum number of characters in a drawing. A larger one is no icon, and is not drawn.
const MOST_SVG_CHARS = 50_000;
// The clip paths of a drawing: icons that are exported from design programs have one or two. A drawing with more is not drawn.
const MOST_CLIPS = 4;

// Parts of a drawing that repeat, blur or embed others, styles that could do so in other words, and what hides them.
const REPEATING = /<(?:[\w.-]+:)?(?:use|pattern|filter|mask|marker|image|foreignobject|style|script|animate\w*|set)\b/i;
const EFFECTS = /(?:filter|mask|reflect)[\w-]*\s*[=:(]|<!|&#|[\0\\]/i;

/**
 * Returns whether an address is that of an image within the text itself, which can be drawn at once. Loading any other
 * would send a request to a third party.
 */
export function isEmbeddedImage(address: string): boolean {
  if (/^data:image\/svg\+xml[;,]/i.test(address)) {
    const text = address.length <= MOST_SVG_CHARS ? decodedData(address) : undefined;
    return text !== undefined && isSimpleSvg(text);
  }
  if (!/^data:image\/(png|jpeg|webp|gif)[;,]/i.test(address)) return false;
  const text = decodedData(address.slice(0, HEAD_CHARS));
  return text !== undefined && isSmallBitmap(text);
}

/** Returns whether an image, given as base64, can be drawn at once. */
export function isDrawable(base64: string, mimeType: string): boolean {
  const isSvg = /^image\/svg/i.test(mimeType);
  if (isSvg && base64.length > MOST_SVG_CHARS) return false;
  const text = decoded(base64.slice(0, HEAD_CHARS));
  if (text === undefined) return true; // The browser cannot read it, either.
  return isSvg ? isSimpleSvg(text) : isSmallBitmap(text);
}

function isSimpleSvg(text: string): boolean {
  return !REPEATING.test(text) && !EFFECTS.test(text) && (text.match(/clip-path/gi)?.length ?? 0) <= MOST_CLIPS;
}

// Browsers look at the first bytes of an image, and not at its declared type.
function isSmallBitmap(bytes: string): boolean {
  const size = sizeOf(bytes);
  return size !== "unknown" && (size === undefined || size.width * size.height <= MOST_PIXELS);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of an image, given the beginning of its bytes; undefined if it is no image, and "unknown" if it is
 * one whose size is not found.
 */
export function sizeOf(bytes: string): Size | "unknown" | undefined {
  const at = (index: number) => bytes.charCodeAt(index) || 0;
  const little = (index: number, count: number) =>
    Array.from({ length: count }, (_, byte) => at(index + byte) * 256 ** byte).reduce((sum, value) => sum + value, 0);
  const big = (index: number, count: number) =>
    Array.from({ length: count }, (_, byte) => at(index + byte)).reduce((sum, value) => sum * 256 + value, 0);
  if (bytes.startsWith("\x89PNG")) return { width: big(16, 4), height: big(20, 4) };
  if (bytes.startsWith("GIF8")) return { width: little(6, 2), height: little(8, 2) };
  if (bytes.startsWith("BM")) return { width: signed(little(18, 4)), height: signed(little(22, 4)) };
  if (bytes.startsWith("\xff\xd8")) return jpegSize(bytes, big);
  if (bytes.startsWith("RIFF") && bytes.startsWith("WEBP", 8)) return webpSize(bytes, little);
  if (bytes.startsWith("ftypavi", 4)) {
    const box = bytes.indexOf("ispe");
    return box < 0 ? "unknown" : { width: big(box + 8, 4), height: big(box + 12, 4) };
  }
  // An icon of Windows has images of any kind in it.
  return bytes.startsWith("\0\0\x01\0") || bytes.startsWith("\0\0\x02\0") ? "unknown" : undefined;
}

// The height is negative if the rows go downwards.
function signed(value: number): number {
  return Math.abs(value | 0);
}

type ReadNumber = (index: number, count: number) => number;

// Follows the segments up to the frame (ITU-T T.81, B.2).
function jpegSize(bytes: string, big: ReadNumber): Size | "unknown" {
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes.charCodeAt(at + 1);
    if (bytes.charCodeAt(at) !== 0xff) return "unknown";
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: big(at + 7, 2), height: big(at + 5, 2) };
    else at += 2 + big(at + 2, 2);
  }
  return "unknown";
}

function webpSize(bytes: string, little: ReadNumber): Size | "unknown" {
  if (bytes.startsWith("VP8X", 12)) return { width: little(24, 3) + 1, height: little(27, 3) + 1 };
  if (bytes.startsWith("VP8 ", 12)) return { width: little(26, 2) & 0x3fff, height: little(28, 2) & 0x3fff };
  if (!bytes.startsWith("VP8L", 12)) return "unknown";
  const bits = little(21, 4);
  return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 0x4000) & 0x3fff) + 1 };
}

// The text of a data: URL, with a character for each byte; undefined if it cannot be decoded.
function decodedData(address: string): string | undefined {
  const comma = address.indexOf(",");
  const data = address.slice(comma + 1);
  if (address.slice(0, comma).toLowerCase().includes(";base64")) return decoded(unescaped(data) ?? "");
  return unescaped(data);
}

function unescaped(data: string): string | undefined {
  try {
    return data.includes("%") ? decodeURIComponent(data) : data;
  } catch {
    return undefined;
  }
}

// Decodes the beginning of base64, which may be cut anywhere.
function decoded(base64: string): string | undefined {
  const digits = base64.replaceAll(/\s/g, "");
  try {
    return atob(digits.slice(0, digits.length - (digits.length % 4)));
  } catch {
    return undefined;
  }
}
