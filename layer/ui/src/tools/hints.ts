// The annotations of a tool in the words of MCP. They are claims of the server, and the list of hints says so.

import { type PlainObject, memberAt } from "../json/plain";
import { declaredApp, isVisibleTo } from "./declared-app";

export interface Hint {
  readonly word: string;
  readonly meaning?: string;
  /** The word in the list of tools, which shows few of the hints. */
  readonly short?: string;
  /** Set for a fact that the page knows itself. */
  readonly isFact?: boolean;
  matches(tool: PlainObject): boolean;
}

const annotated = (key: string, value: boolean) => (tool: PlainObject) => memberAt(tool["annotations"], key) === value;
// These annotations have a meaning only for a tool that changes something.
const annotatedWriter = (key: string, value: boolean) => (tool: PlainObject) =>
  memberAt(tool["annotations"], "readOnlyHint") !== true && annotated(key, value)(tool);

const HINTS: readonly Hint[] = [
  { word: "Opens an app", short: "app", isFact: true, matches: (tool) => declaredApp(tool) !== undefined },
  {
    word: "App-only",
    meaning: "for apps, not for models",
    short: "app-only",
    matches: (tool) => !isVisibleTo(tool, "model"),
  },
  { word: "Read-only", meaning: "changes nothing", short: "read-only", matches: annotated("readOnlyHint", true) },
  {
    word: "Destructive",
    meaning: "may delete or overwrite; asks before it runs",
    short: "destructive",
    matches: annotated("destructiveHint", true),
  },
  { word: "Additive", meaning: "never deletes or overwrites", matches: annotatedWriter("destructiveHint", false) },
  {
    word: "Idempotent",
    meaning: "a second run changes nothing more",
    matches: annotatedWriter("idempotentHint", true),
  },
  { word: "Open-world", meaning: "reaches systems beyond the server", matches: annotated("openWorldHint", true) },
  { word: "Closed-world", meaning: "stays within the server", matches: annotated("openWorldHint", false) },
];

export function hintsOf(tool: PlainObject): Hint[] {
  return HINTS.filter((hint) => hint.matches(tool));
}

export function isDestructive(annotations: unknown): boolean {
  return memberAt(annotations, "destructiveHint") === true;
}

/** If the hints contradict each other, the stricter one wins. */
export function isReadOnly(annotations: unknown): boolean {
  return memberAt(annotations, "readOnlyHint") === true && !isDestructive(annotations);
}
