import type { VNode } from "preact";
import { Name } from "../dom/name";
import type { MaybeNode } from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import { type Violation, isProblem } from "../protocol/violations";
import { displayName } from "../text/printable";
import { counted } from "../text/units";

const MAX_SHOWN = 100;

/** The outcome of a validation. */
export interface Validated {
  readonly violations: readonly Violation[];
  /** The reason why the server could not validate; empty if it could. */
  readonly failure: string;
  /** The arguments that were validated. */
  readonly root: MaybeNode;
}

interface ProblemSummaryProps extends Validated {
  /** Called with the pointer of the value that the person wants to see. */
  readonly onSelect: (pointer: string) => void;
}

/** The problems of the arguments, beside the button that runs the tool. Each entry leads to its field. */
export function ProblemSummary(props: ProblemSummaryProps): VNode {
  return (
    <>
      {props.failure && <Status kind="failure" text={props.failure} />}
      <Problems {...props} />
    </>
  );
}

function Problems({ violations, failure, root, onSelect }: ProblemSummaryProps): VNode | null {
  const [first] = violations;
  if (!first) return failure ? null : <Status kind="success" text="The arguments are valid." />;
  const problems = violations.filter(isProblem);
  if (problems.length === 0) {
    return (
      <p class="failure" role="status">
        <Name text={first.message} limit={600} />
      </p>
    );
  }
  const cut = violations.length > MAX_SHOWN ? `; the first ${MAX_SHOWN} are shown` : "";
  return (
    <>
      <Status kind="failure" text={`${counted(problems.length, "problem")} in the arguments${cut}`} />
      <ul>
        {violations.slice(0, MAX_SHOWN).map(({ path, message }, index) => (
          <li key={index}>
            <button type="button" class="lead" onClick={() => onSelect(path)}>
              <code>{readablePath(path, root)}</code> <Name text={message} limit={500} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Status({ kind, text }: { readonly kind: "failure" | "success"; readonly text: string }): VNode {
  return (
    <p class={kind} role="status">
      {text}
    </p>
  );
}

/** The way to a value, as the form names it: `items › Item 2 › sku`. */
function readablePath(pointer: string, root: MaybeNode): string {
  const steps = pathOf(pointer);
  const names = steps.map((step, depth) => {
    const isItem = nodeAt(root, steps.slice(0, depth))?.type === "array";
    return isItem ? `Item ${Number(step) + 1}` : displayName(step, 60);
  });
  return names.join(" › ") || "arguments";
}
