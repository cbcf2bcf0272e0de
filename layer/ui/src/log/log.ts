// Notifications of the server, of which the newest are kept.

import { type MaybeNode, membersOf, stringOf, textAt, valueOf } from "../json/node";
import { tryReadJson } from "../json/read";
import { LOG_LEVELS } from "../protocol/client";
import { printable } from "../text/printable";
import type { Log, LogLine } from "../protocol/outcome";

// The lines that are kept. The oldest leave, and are counted.
const MOST_LINES = 1000;
// Maximum number of characters in all lines that are kept. The oldest leave, but the latest stays.
const MOST_CHARACTERS = 4e6;

export class LogBuffer implements Log {
  dropped = 0;
  readonly lines: LogLine[] = [];
  #characters = 0;

  add(line: LogLine): void {
    this.lines.push(line);
    this.#characters += line.raw.length;
    while (this.lines.length > MOST_LINES || (this.#characters > MOST_CHARACTERS && this.lines.length > 1)) {
      this.#characters -= this.lines.shift()?.raw.length ?? 0;
      this.dropped += 1;
    }
  }

  clear(): void {
    this.lines.length = 0;
    this.dropped = 0;
    this.#characters = 0;
  }
}

/** A notification as it is shown. */
export interface LogEntry {
  /** The level of a log message, or the method of any other notification. */
  readonly label: string;
  /** The place in the order of levels; undefined for other notifications. */
  readonly severity: number | undefined;
  readonly logger: string;
  readonly data: MaybeNode;
  /** The data, if it is a string, or an object with nothing but a string in `msg`, as FastMCP sends it. */
  readonly text: string | undefined;
  /** The `msg` of data with further members. */
  readonly message: string | undefined;
}

export function logEntry(raw: string): LogEntry {
  const root = tryReadJson(raw);
  const params = valueOf(root, "params");
  const level = textAt(params, "level");
  const data = valueOf(params, "data");
  if (textAt(root, "method") === "notifications/message" && level !== undefined && data) {
    const message = textAt(data, "msg");
    const isAlone = membersOf(data).every(({ key, value }) => key === "msg" || value.type === "null");
    const severity = LOG_LEVELS.findIndex((name) => name === level);
    return {
      label: printable(level, 60),
      // An unknown level is shown with those that most people want to see.
      severity: severity < 0 ? LOG_LEVELS.indexOf("info") : severity,
      logger: textAt(params, "logger") ?? "",
      data,
      text: stringOf(data) ?? (isAlone ? message : undefined),
      message: isAlone ? undefined : message,
    };
  }
  const label = printable(textAt(root, "method") ?? "message", 100);
  return { label, severity: undefined, logger: "", data: params ?? root, text: undefined, message: undefined };
}

/** The notifications as text, one on each line. */
export function logText({ lines }: Log): string {
  const inOneLine = (text: string) => text.split("\n").map((line) => line.trim());
  return lines.map(({ raw }) => inOneLine(raw).filter(Boolean).join(" ")).join("\n");
}
