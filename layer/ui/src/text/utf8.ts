// The size of texts as they are sent and stored.

/** Counts the bytes of a text in UTF-8, without a copy of one that may have many megabytes. */
export function utf8Length(text: string): number {
  let size = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) size += 1;
    // Both halves of a surrogate pair take two bytes.
    if (code > 0x7ff && (code & 0xf800) !== 0xd800) size += 1;
  }
  return size;
}
