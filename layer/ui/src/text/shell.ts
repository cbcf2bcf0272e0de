/** Within single quotes, a POSIX shell interprets no character but the single quote. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface CurlOptions {
  // The words before the URL.
  readonly command?: string;
  // Words of the shell that come after the headers.
  readonly options?: readonly string[];
}

/** A POST by curl, a line for each part. */
export function curlPost(
  url: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: string,
  { command = "curl", options = [] }: CurlOptions = {},
): string {
  const given = headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  return [`${command} ${shellQuoted(url)}`, ...given, ...options, `--data-raw ${shellQuoted(body)}`].join(" \\\n  ");
}

/** The words of a command line for a POSIX shell: quotes and backslashes are resolved, nothing is expanded. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const part = /\\\r?\n|\s+|'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^\s'"\\])/y;
  for (const match of line.matchAll(new RegExp(part, "gy"))) {
    const [all, single, ansi, double, escaped, plain] = match;
    if (all.startsWith("\\") && escaped === undefined) continue;
    if (/^\s/.test(all)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const unescaped = double?.replace(/\\(["\\$`\n])/g, (_, character: string) =>
      character === "\n" ? "" : character,
    );
    word = (word ?? "") + (single ?? (ansi && withoutEscapes(ansi)) ?? unescaped ?? escaped ?? plain ?? "");
  }
  return word === undefined ? words : [...words, word];
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([^])/g, (_, character: string) =>
    character === "n" ? "\n" : character === "t" ? "\t" : character,
  );
}
