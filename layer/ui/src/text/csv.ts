// A table as comma-separated values (RFC 4180).

// Spreadsheet programs run a cell that begins with one of these as a formula.
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;

export function csvOf(rows: Iterable<readonly string[]>): string {
  return Array.from(rows, (cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

/** A text from the server that no spreadsheet program takes for a formula. A number stays a number. */
export function withoutFormula(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return FORMULA.test(text) && !isNumber ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
