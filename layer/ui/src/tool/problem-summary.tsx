import type { VNode } from "preact";
import { Name } from "../dom/name";
import type { MaybeNode } from "../json/node";
import { nodeAt, pathOf } from "../json/path";
import { isProblem } from "../protocol/violations";
import { displayName } from "../text/printable";
import { MAX_SHOWN, type Validated, validatedWords } from "./validation";

interface ProblemSummaryProps extends Validated {
  /** Called with the pointer of the value that the person wants to see. */
  readonly onSelect: (pointer: string) => void;
}

/** The problems of the arguments, beside the button that runs the tool. Each entry leads to its field. */
export function ProblemSummary({ onSelect, ...validated }: ProblemSummaryProps): VNode {
  const { violations, failure, root } = validated;
  const isValid = violations.length === 0 && failure === "";
  return (
    <>
      {validatedWords(validated).map((words) => (
        <p key={words} class={isValid ? "success" : "failure"}>
          {words}
        </p>
      ))}
      {violations.some(isProblem) && (
        <ul>
          {violations.slice(0, MAX_SHOWN).map(({ path, message }, index) => (
            <li key={index}>
              <button type="button" class="lead" onClick={() => onSelect(path)}>
                <code>{readablePath(path, root)}</code> <Name text={message} limit={500} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
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
