// Lines of the console, as the program that runs the server's process sends them.

import { memberAt } from "../json/plain";

export const LEVELS = ["info", "warning", "error"] as const;

export type Level = (typeof LEVELS)[number];

const SOURCES = ["stderr", "stdout", "runner"] as const;

export interface ConsoleLine {
  // Counted from 0. A gap in the numbers means that lines were lost.
  readonly number: number;
  readonly time: number;
  readonly source: (typeof SOURCES)[number];
  readonly level: Level;
  readonly text: string;
  // The text in lower case, for the filter.
  readonly searchable: string;
}

// Only a hint, because servers write to stderr as they please. "0 errors" is no error.
const ERROR = /(?:error|exception|fatal|critical|panic|panicked|traceback)\b/i;
const WARNING = /warn(?:ing)?\b/i;

function levelOf(source: ConsoleLine["source"], level: Level, text: string): Level {
  if (source !== "stderr") return level;
  return ERROR.test(text) ? "error" : WARNING.test(text) ? "warning" : level;
}

// Reads the data of an event. What is no line is left out.
export function parsedLines(data: string): ConsoleLine[] {
  const values: unknown = JSON.parse(data);
  return Array.isArray(values) ? values.map(lineOf).filter((line) => line !== undefined) : [];
}

function lineOf(value: unknown): ConsoleLine | undefined {
  const [number, time, text] = ["number", "time", "text"].map((name) => memberAt(value, name));
  const source = SOURCES.find((name) => name === memberAt(value, "source"));
  const given = LEVELS.find((name) => name === memberAt(value, "level")) ?? "info";
  if (typeof number !== "number" || typeof time !== "number" || typeof text !== "string" || !source) return undefined;
  return { number, time, source, level: levelOf(source, given, text), text, searchable: text.toLowerCase() };
}

// Returns whether the user should hear of a line without asking.
export function isProblem({ level, source }: ConsoleLine): boolean {
  return level === "error" || source === "stdout";
}

// As many lines as the server keeps, and a bound on their length.
const MOST_LINES = 10_000;
const MOST_CHARACTERS = 4e6;

// Returns the newest of these lines, within the bounds. Lines that are there already are left out.
export function withLines(kept: readonly ConsoleLine[], added: readonly ConsoleLine[]): readonly ConsoleLine[] {
  const last = kept.at(-1)?.number ?? -1;
  const all = [...kept, ...added.filter(({ number }) => number > last)];
  let first = all.length;
  let characters = 0;
  while (first > 0 && all.length - first < MOST_LINES) {
    characters += all[first - 1]!.text.length;
    if (characters > MOST_CHARACTERS) break;
    first -= 1;
  }
  return first > 0 ? all.slice(first) : all;
}

// The lines as text, to be pasted into a report.
export function linesText(lines: readonly ConsoleLine[]): string {
  return lines.map(({ time, source, text }) => `${new Date(time).toISOString()} ${source}: ${text}`).join("\n");
}
