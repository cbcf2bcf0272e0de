import { announce } from "../dom/page";
import { messageOf } from "../text/error";
import type * as LaterPart from "./part";
import { scriptPart } from "./script-part";

export type Later = typeof LaterPart;

/** The part of the script with everything that opens with an item of the list. */
export const laterPart = scriptPart<Later>("later.js");

/** Does something with the later part of the script. If it cannot be loaded, the reason is announced. */
export function withLater(act: (later: Later) => void): void {
  void laterPart.load().then(act, (problem: unknown) => announce(messageOf(problem)));
}
