// A call as an image: its tool, its arguments and the beginning of its result, in the colours of the page.

import { itemsOf, rawOf, textAt, valueOf } from "../json/node";
import { prettyJson } from "../json/write";
import type { Outcome } from "../protocol/outcome";
import { displayName, printable, printableText } from "../text/printable";

const WIDTH = 960;
const MARGIN = 32;
const LINE = 20;
// Maximum number of characters in a line in an image. A longer one is broken.
const LONGEST_LINE = 112;
// The lines of a text in an image. Further ones are left out, which the last line says.
const MOST_LINES = 60;
// Maximum number of characters in JSON that is formatted. Longer JSON is shown as it is written.
const LONGEST_FORMATTED = 100_000;
// Maximum number of characters in the arguments in an image. Longer ones are cut.
const LONGEST_ARGUMENTS = 2 * LONGEST_LINE;
// The image is drawn for screens with so many pixels for each of those of CSS.
const SCALE = 2;
const FONT = "ui-monospace, monospace";

/** The text of a result, as far as an image has room for it. */
export function pictureText({ root, text, headline }: Outcome): string {
  const structured = valueOf(root, "structuredContent");
  const texts = itemsOf(valueOf(root, "content")).map((item) => textAt(item, "text") ?? `[${textAt(item, "type")}]`);
  const isShort = structured && structured.end - structured.start < LONGEST_FORMATTED;
  const shown = structured ? (isShort ? prettyJson(structured) : rawOf(structured)) : texts.join("\n");
  return (shown || headline || text || "").slice(0, MOST_LINES * LONGEST_LINE);
}

/** Breaks a text into the lines of an image, the last of which says that there are more. */
export function pictureLines(text: string): string[] {
  const lines = printableText(text)
    .split("\n")
    .flatMap((line) => line.match(new RegExp(`.{1,${LONGEST_LINE}}`, "gu")) ?? [""]);
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), "…"] : lines;
}

/** Draws the image, and returns it as PNG. */
export async function pictureOf(tool: string, argumentsText: string, summary: string, text: string): Promise<Blob> {
  const lines = pictureLines(text);
  const given = pictureLines(printable(argumentsText.replace(/\s+/g, " "), LONGEST_ARGUMENTS));
  const height = 2 * MARGIN + (lines.length + given.length + 4) * LINE;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH * SCALE, height * SCALE];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws no images.");
  const { color, backgroundColor } = getComputedStyle(document.body);
  context.scale(SCALE, SCALE);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, WIDTH, height);
  context.fillStyle = color;
  context.textBaseline = "top";
  let top = MARGIN;
  const write = (line: string, font: string, opacity = 1) => {
    context.font = font;
    context.globalAlpha = opacity;
    context.fillText(line, MARGIN, top, WIDTH - 2 * MARGIN);
    top += LINE;
  };
  write(displayName(tool, 80), `bold 18px ${FONT}`);
  top += LINE / 2;
  for (const line of given) write(line, `13px ${FONT}`, 0.7);
  top += LINE / 2;
  write(summary, "13px system-ui, sans-serif", 0.7);
  top += LINE;
  for (const line of lines) write(line, `13px ${FONT}`);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("This browser could not save the image.");
  return blob;
}
