import type { VNode } from "preact";
import { Paged } from "../dom/paged";
import { printable, printableText } from "../text/printable";
import type { Difference } from "./difference";

// The characters that are shown of a path. A longer one is cut.
const LONGEST_PATH = 200;

interface DifferenceListProps {
  readonly differences: readonly Difference[];
  /** Set if the two sides are what is expected and what there is, rather than before and after. */
  readonly isExpectation?: boolean;
}

/** The differences of one tool, the breaking ones first. */
export function DifferenceList({ differences, isExpectation = false }: DifferenceListProps): VNode {
  const sorted = [...differences].sort((a, b) => Number(b.isBreaking) - Number(a.isBreaking));
  return (
    <div class="differences" tabIndex={0} role="region" aria-label="Differences">
      <Paged
        count={sorted.length}
        subject={differences}
        row={(index) => <DifferenceRow key={index} difference={sorted[index]!} isExpectation={isExpectation} />}
      >
        {(rows) => <ul>{rows}</ul>}
      </Paged>
    </div>
  );
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly isExpectation: boolean;
}

function DifferenceRow({ difference, isExpectation }: DifferenceRowProps): VNode {
  const { path, what, before, after, isBreaking } = difference;
  return (
    <li>
      <div class="difference">
        <bdi class="mono">{printable(path.join(" › "), LONGEST_PATH)}</bdi>
        <span>{printable(what)}</span>
        {isBreaking && <span class="badge breaking">breaking</span>}
      </div>
      {(before !== undefined || after !== undefined) && (
        <div class="before-after">
          {isExpectation ? (
            <>
              <Value label="Expected" text={before} draw={(shown) => <bdi>{shown}</bdi>} />
              <Value label="Actual" text={after} draw={(shown) => <bdi>{shown}</bdi>} />
            </>
          ) : (
            <>
              <Value label="Before" text={before} draw={(shown) => <del>{shown}</del>} />
              <Value label="After" text={after} draw={(shown) => <ins>{shown}</ins>} />
            </>
          )}
        </div>
      )}
    </li>
  );
}

interface ValueProps {
  readonly label: string;
  readonly text: string | undefined;
  readonly draw: (shown: string) => VNode;
}

function Value({ label, text, draw }: ValueProps): VNode {
  return (
    <div>
      <span class="hint">{`${label} `}</span>
      {text === undefined ? <span class="hint">none</span> : draw(printableText(text))}
    </div>
  );
}
