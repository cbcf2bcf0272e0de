// The blocks in which a long text is laid out.
const BLOCK_LINES = 200;
const BLOCK_CHARACTERS = 8000;

/** A block of the text in the document. `start` is its offset in the whole text. */
export interface Block {
  readonly start: number;
  readonly node: Text;
}

// The end of a block, and the number of lines that it is expected to take.
interface BlockEnd {
  readonly end: number;
  readonly lines: number;
}

/** A block ends after a number of lines, or within a line that is too long to be laid out at once. */
export function endOfBlock(text: string, start: number): BlockEnd {
  let end = start;
  let lines = 0;
  while (lines < BLOCK_LINES && end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    if (next - start > BLOCK_CHARACTERS) {
      return lines > 0 ? { end, lines } : { end: wholeCharacters(text, start + BLOCK_CHARACTERS), lines: 80 };
    }
    end = next;
    lines += 1;
  }
  return { end, lines };
}

// Moves an offset out of the middle of a surrogate pair.
function wholeCharacters(text: string, at: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at + 1 : at;
}

/** Returns a range of the document, given the offset and the length of a part of the whole text. */
export function rangeAt(blocks: readonly Block[], offset: number, length: number): Range {
  const range = new Range();
  range.setStart(...textPosition(blocks, offset));
  range.setEnd(...textPosition(blocks, offset + length));
  return range;
}

// Converts an offset in the whole text to the text node of its block and the offset in that node.
function textPosition(blocks: readonly Block[], offset: number): [Text, number] {
  const block = blocks.findLast(({ start }) => start <= offset);
  if (!block) throw new RangeError("The text is not shown yet.");
  return [block.node, Math.min(offset - block.start, block.node.length)];
}
