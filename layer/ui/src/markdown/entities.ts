// Character references of HTML. Markdown has all 2,231 names of HTML; the common ones suffice, and others stay as they are
// written.
const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["copy", "©"],
  ["deg", "°"],
  ["euro", "€"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["rarr", "→"],
  ["times", "×"],
]);

export function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === "string") return NAMED.get(name) ?? whole;
    const code = typeof hex === "string" ? parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : "\ufffd";
  });
}
