// The formats of strings that forms know.

import { type MaybeNode, stringOf } from "../json/node";

interface Format {
  readonly words: string;
  readonly example: string;
  readonly matches: (text: string) => boolean;
}

const FORMATS: Readonly<Partial<Record<string, Format>>> = {
  email: { words: "E-mail address", example: "name@example.com", matches: (text) => /^[^\s@]+@[^\s@]+$/.test(text) },
  uri: { words: "Complete address", example: "https://example.com/", matches: (text) => URL.canParse(text) },
  date: { words: "Date", example: "2026-01-31", matches: isDate },
  "date-time": { words: "Date and time with zone", example: "2026-01-31T09:30:00Z", matches: isDateTime },
  time: { words: "Time with zone", example: "09:30:00Z", matches: isTime },
};

export function formatOf(format: MaybeNode): Format | undefined {
  const name = stringOf(format) ?? "";
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

// JavaScript accepts the 31st of February, and answers with a day of March.
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && date.getTime() > -Infinity && date.toISOString().startsWith(text);
}

function isDateTime(text: string): boolean {
  return /^.{10}T/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

function isTime(text: string): boolean {
  const isComplete = /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  return isComplete && !Number.isNaN(Date.parse(`2000-01-01T${text}`));
}
