import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";

/** One of several views of a value. */
export interface View {
  readonly name: string;
  readonly draw: () => VNode;
  /** The text to copy, if the view has no button for it. */
  readonly copy?: () => string | Promise<string>;
}

interface SwitchedProps {
  readonly label: string;
  readonly views: readonly View[];
}

/** The first view, with a switch to the others. A view that is not chosen takes no memory. */
export function Switched({ label, views }: SwitchedProps): VNode {
  const [wanted, choose] = useState(0);
  // Another text may have fewer views.
  const chosen = Math.min(wanted, views.length - 1);
  const { name, draw, copy } = views[chosen]!;
  return (
    <div class="switched">
      {views.length > 1 && (
        <div class="switches">
          <div role="group" aria-label={`Views: ${label}`}>
            {views.map((view, index) => (
              <button type="button" class="quiet small" aria-pressed={index === chosen} onClick={() => choose(index)}>
                {view.name}
              </button>
            ))}
          </div>
          <span>{copy && <CopyButton key={name} text={copy} />}</span>
        </div>
      )}
      <div key={name}>{draw()}</div>
    </div>
  );
}
