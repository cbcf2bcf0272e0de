import type { ComponentChildren, VNode } from "preact";
import { Name } from "../dom/name";
import { type MaybeNode, rawOf, valueOf } from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import type { Outcome } from "../protocol/outcome";
import { type Violation, isProblem } from "../protocol/violations";
import { displayName, printable } from "../text/printable";
import { counted } from "../text/units";

/** The differences between a result and the tool's `outputSchema`, below the result. */
export function Mismatches({ outcome }: { readonly outcome: Outcome }): VNode | null {
  const { mismatches = [], mismatchCount = 0, root } = outcome;
  const [first] = mismatches;
  if (!first) return null;
  if (!isProblem(first)) {
    return (
      <Section>
        <p>
          The result was not compared with the tool's outputSchema. <bdi>{printable(first.message, 600)}</bdi>
        </p>
      </Section>
    );
  }
  const structured = valueOf(root, "structuredContent");
  return (
    <Section>
      <p>
        <strong>{`The result differs from the tool's outputSchema in ${counted(mismatchCount, "place")}.`}</strong>
        {mismatchCount > mismatches.length && ` The first ${mismatches.length} are listed.`}
      </p>
      <ul>
        {mismatches.map((mismatch) => (
          <Row mismatch={mismatch} structured={structured} />
        ))}
      </ul>
    </Section>
  );
}

function Section({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <section class="mismatches" aria-label="The result and the tool's outputSchema">
      {children}
    </section>
  );
}

function Row({ mismatch, structured }: { readonly mismatch: Violation; readonly structured: MaybeNode }): VNode {
  const { path, message, keyword } = mismatch;
  const found = keyword === "required" ? undefined : nodeAt(structured, pathOf(path));
  const isShort = found && found.type !== "object" && found.type !== "array";
  return (
    <li>
      {path && (
        <>
          <code>{displayName(path, 300)}</code>
          {": "}
        </>
      )}
      <Name text={message === "Required" ? "Missing" : message} limit={600} />
      {isShort && (
        <>
          {", but is "}
          <code>{printable(rawOf(found), 80)}</code>
        </>
      )}
    </li>
  );
}
