// Lines of the console, as the program that runs the server's process sends them.

import { memberAt } from "../json/plain";

export const LEVELS = ["info", "warning", "error"] as const;

export type Level = (typeof LEVELS)[number];

const SOURCES = ["stderr", "stdout", "runner"] as const;

export interface ConsoleLine {
  /** Counted from 0. A gap in the numbers means that lines were lost. */
  readonly number: number;
  readonly time: number;
  readonly source: (typeof SOURCES)[number];
  readonly level: Level;
  readonly text: string;
  /** Set for a line of a traceback, which is a single problem. */
  readonly traceback?: "begin" | "inside" | "end";
  /** The text in lower case, for the filter. */
  readonly searchable: string;
}

// Only a hint, because servers write to stderr as they please. "0 errors" is no error.
const ERROR = /(?:error|exception|fatal|critical|panic|panicked|traceback)\b/i;
const WARNING = /warn(?:ing)?\b/i;

function levelOf(source: ConsoleLine["source"], level: Level, text: string): Level {
  if (source !== "stderr") return level;
  return ERROR.test(text) ? "error" : WARNING.test(text) ? "warning" : level;
}

/** Reads the data of an event. What is no line is left out. */
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

// The first line of a traceback of Python, also in a box; its further lines but for the last; and a call in a trace of JavaScript.
const TRACEBACK = /^\W*Traceback \(most recent call last\)/;
const INSIDE = /^(?:[\s│╰|]|$)/;
const CALL = /^\s+at \S/;

// Returns a line as part of the traceback that the line before it belongs to, if it does.
function inTraceback(line: ConsoleLine, before: ConsoleLine | undefined): ConsoleLine {
  if (line.source !== "stderr") return line;
  const part = (traceback: "begin" | "inside" | "end") => ({ ...line, level: "error" as const, traceback });
  if (TRACEBACK.test(line.text)) return part("begin");
  if (before?.source !== "stderr") return line;
  if (before.traceback === "begin" || before.traceback === "inside")
    return part(INSIDE.test(line.text) ? "inside" : "end");
  return before.level === "error" && CALL.test(line.text) ? part("end") : line;
}

/** Returns whether the user should hear of a line without asking. */
export function isProblem({ level, source, traceback }: ConsoleLine): boolean {
  return source === "stdout" || (level === "error" && (traceback === undefined || traceback === "begin"));
}

// The lines that are kept, as many as the server keeps. The oldest leave.
const MOST_LINES = 10_000;
// Maximum number of characters in all lines that are kept. The oldest leave.
const MOST_CHARACTERS = 4e6;

/** Returns the newest of these lines, within the bounds. Lines that are there already are left out. */
export function withLines(kept: readonly ConsoleLine[], added: readonly ConsoleLine[]): readonly ConsoleLine[] {
  const last = kept.at(-1)?.number ?? -1;
  const all = [...kept];
  for (const line of added) if (line.number > last) all.push(inTraceback(line, all.at(-1)));
  let first = all.length;
  let characters = 0;
  while (first > 0 && all.length - first < MOST_LINES) {
    characters += all[first - 1]!.text.length;
    if (characters > MOST_CHARACTERS) break;
    first -= 1;
  }
  return first > 0 ? all.slice(first) : all;
}

/** The lines as text, to be pasted into a report. */
export function linesText(lines: readonly ConsoleLine[]): string {
  return lines.map(({ time, source, text }) => `${new Date(time).toISOString()} ${source}: ${text}`).join("\n");
}
