import { button, element, nameNode } from "../dom/element";
import type { MaybeNode } from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import { type Violation, isProblem } from "../protocol/violations";
import { displayName } from "../text/printable";
import { counted } from "../text/units";

const MAX_SHOWN = 100;

// The problems of the arguments, beside the button that runs the tool. Each entry leads to its field.
export function problemSummary(
  violations: readonly Violation[],
  failure: string,
  root: MaybeNode,
  onSelect: (pointer: string) => void,
): HTMLElement[] {
  const status = (text: string, kind: "failure" | "success") => element(`p.${kind}`, { role: "status" }, text);
  const notes = failure ? [status(failure, "failure")] : [];
  const [first] = violations;
  if (!first) return failure ? notes : [status("The arguments are valid.", "success")];
  const problems = violations.filter(isProblem);
  if (problems.length === 0) return [element("p.failure", { role: "status" }, nameNode(first.message, 600))];
  const cut = violations.length > MAX_SHOWN ? `; the first ${MAX_SHOWN} are shown` : "";
  const row = ({ path, message }: Violation) => {
    const lead = button("", () => onSelect(path), "lead");
    lead.append(element("code", readablePath(path, root)), " ", nameNode(message, 500));
    return element("li", lead);
  };
  const heading = status(`${counted(problems.length, "problem")} in the arguments${cut}`, "failure");
  return [...notes, heading, element("ul", violations.slice(0, MAX_SHOWN).map(row))];
}

// The way to a value, as the form names it: `items › Item 2 › sku`.
export function readablePath(pointer: string, root: MaybeNode): string {
  const steps = pathOf(pointer);
  const names = steps.map((step, depth) => {
    const isItem = nodeAt(root, steps.slice(0, depth))?.type === "array";
    return isItem ? `Item ${Number(step) + 1}` : displayName(step, 60);
  });
  return names.join(" › ") || "arguments";
}
