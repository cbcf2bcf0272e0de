// The annotations of a tool in plain words. They are claims of the server, and the wording says so.

import { type PlainObject, memberAt } from "../json/plain";
import { declaredApp, isVisibleTo } from "./declared-app";

export interface Hint {
  readonly word: string;
  readonly meaning: string;
  readonly inList?: boolean;
  matches(tool: PlainObject): boolean;
}

const annotated = (key: string, value: boolean) => (tool: PlainObject) => memberAt(tool["annotations"], key) === value;

const HINTS: readonly Hint[] = [
  {
    word: "app",
    meaning: "comes with an app, which is shown when it runs",
    inList: true,
    matches: (tool) => declaredApp(tool) !== undefined,
  },
  {
    word: "app-only",
    meaning: "is meant for apps alone, not for a model",
    inList: true,
    matches: (tool) => !isVisibleTo(tool, "model"),
  },
  { word: "read-only", meaning: "says it changes nothing", inList: true, matches: annotated("readOnlyHint", true) },
  {
    word: "destructive",
    meaning: "may delete or overwrite; asks before it runs",
    inList: true,
    matches: annotated("destructiveHint", true),
  },
  { word: "only adds", meaning: "says it never deletes or overwrites", matches: annotated("destructiveHint", false) },
  { word: "repeatable", meaning: "says a second run changes nothing more", matches: annotated("idempotentHint", true) },
  { word: "open world", meaning: "talks to systems beyond the server", matches: annotated("openWorldHint", true) },
  { word: "closed world", meaning: "says it stays within the server", matches: annotated("openWorldHint", false) },
];

export function hintsOf(tool: PlainObject): Hint[] {
  return HINTS.filter((hint) => hint.matches(tool));
}

export function isDestructive(annotations: unknown): boolean {
  return memberAt(annotations, "destructiveHint") === true;
}

// If the hints contradict each other, the stricter one wins.
export function isReadOnly(annotations: unknown): boolean {
  return memberAt(annotations, "readOnlyHint") === true && !isDestructive(annotations);
}
