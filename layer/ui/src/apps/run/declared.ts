import type { TakeNote } from "../model/record";
import { readAppResource } from "../resource/read";
import type { DeclaredApp } from "../../tools/declared-app";
import type { AppToRun } from "./run";

/** Reads the app that a tool declares. */
export function readDeclared(
  { uri, warnings, problem }: DeclaredApp,
  signal: AbortSignal,
  note: TakeNote,
): Promise<AppToRun> {
  for (const text of warnings) note("warning", text);
  if (problem) throw new Error(problem);
  return readAppResource(uri, signal, note);
}
