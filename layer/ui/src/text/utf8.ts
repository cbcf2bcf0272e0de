// The size of texts as they are sent and stored.

// Code units that are encoded at once.
const PART = 1 << 16;

/** Counts the bytes of a text in UTF-8, without a copy of one that may have many megabytes. */
export function utf8Length(text: string): number {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(3 * Math.min(PART, text.length));
  let size = 0;
  for (let start = 0, end; start < text.length; start = end) {
    end = start + PART;
    // A surrogate pair is not divided.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end -= 1;
    size += encoder.encodeInto(text.slice(start, end), buffer).written;
  }
  return size;
}
