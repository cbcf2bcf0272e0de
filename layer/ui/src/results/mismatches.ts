import { element, nameNode } from "../dom/element";
import { type MaybeNode, rawOf, valueOf } from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import type { Outcome } from "../protocol/outcome";
import { type Violation, isProblem } from "../protocol/violations";
import { displayName, printable } from "../text/printable";
import { counted } from "../text/units";

// The differences between a result and the tool's `outputSchema`, below the result; undefined if there are none.
export function mismatchList({ mismatches = [], mismatchCount = 0, root }: Outcome): HTMLElement | undefined {
  const [first] = mismatches;
  if (!first) return undefined;
  const title = "The result and the tool's outputSchema";
  const section = (...body: readonly HTMLElement[]) => element("section.mismatches", { "aria-label": title }, body);
  if (!isProblem(first)) {
    const message = printable(first.message, 600);
    return section(element("p", "The result was not compared with the tool's outputSchema. ", element("bdi", message)));
  }
  const structured = valueOf(root, "structuredContent");
  const cut = mismatchCount > mismatches.length ? ` The first ${mismatches.length} are listed.` : "";
  return section(
    element(
      "p",
      element("strong", `The result differs from the tool's outputSchema in ${counted(mismatchCount, "place")}.`),
      cut,
    ),
    element(
      "ul",
      mismatches.map((mismatch) => element("li", mismatchRow(mismatch, structured))),
    ),
  );
}

function mismatchRow({ path, message, keyword }: Violation, structured: MaybeNode): (Node | string)[] {
  const found = keyword === "required" ? undefined : nodeAt(structured, pathOf(path));
  const isShort = found && found.type !== "object" && found.type !== "array";
  const value = isShort ? [", but is ", element("code", printable(rawOf(found), 80))] : [];
  const words = message === "Required" ? "Missing" : message;
  const place = path ? [element("code", displayName(path, 300)), ": "] : [];
  return [...place, nameNode(words, 600), ...value];
}
