import { pointerOf } from "../json/path";
import type { Violation } from "./violations";

/**
 * The server reports a missing property at the object that lacks it. A form shows the violation at the field instead.
 */
export function atMissingField({ missing, ...violation }: Violation): Violation {
  if (missing === undefined) return violation;
  return { ...violation, path: violation.path + pointerOf([missing]), message: "Required" };
}
