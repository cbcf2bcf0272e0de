import { pointerOf } from "../json/path";
import type { Violation } from "./violations";

// The server reports a missing property at the object that lacks it, and names it first: `"name" is required`. A form
// shows the violation at the field instead.
export function atMissingField(violation: Violation): Violation {
  const { path, message, keyword } = violation;
  const name = keyword === "required" && /^"(?:[^"\\]|\\.)*"(?= is required$)/.exec(message)?.[0];
  if (!name) return violation;
  return { path: path + pointerOf([JSON.parse(name) as string]), message: "Required", keyword };
}
