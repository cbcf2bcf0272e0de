import { clamped } from "../dom/clamp";
import { element } from "../dom/element";
import { lazyDetails } from "../dom/by-hand";
import { mayBeMarkdown } from "../markdown/looks-like";
import { prose } from "../markdown/prose";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { textViewer } from "../viewer/text-viewer";

// The advice of the server to a model about its use.
export function instructionsView(instructions: string): HTMLElement {
  const beginning = clipped(instructions, LONG_DESCRIPTION);
  const whole = () => textViewer(instructions, { label: "The whole instructions", filename: "instructions.txt" });
  return element(
    "div.home-instructions",
    clamped(prose(beginning, mayBeMarkdown(beginning))),
    instructions.length > LONG_DESCRIPTION && lazyDetails("The whole instructions", whole),
  );
}
