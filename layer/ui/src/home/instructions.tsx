import type { VNode } from "preact";
import { Clamped } from "../dom/clamp";
import { LazyDetails } from "../dom/lazy-details";
import { mayBeMarkdown } from "../markdown/looks-like";
import { Prose } from "../markdown/prose";
import { LONG_DESCRIPTION } from "../settings";
import { clipped } from "../text/printable";
import { TextViewer } from "../viewer/text-viewer";

/** The advice of the server to a model about its use. */
export function InstructionsView({ text }: { readonly text: string }): VNode {
  const beginning = clipped(text, LONG_DESCRIPTION);
  return (
    <div class="home-instructions">
      <Clamped>
        <Prose text={beginning} isMarkdown={mayBeMarkdown(beginning)} />
      </Clamped>
      {text.length > LONG_DESCRIPTION && (
        <LazyDetails summary="The whole instructions">
          {() => <TextViewer text={text} label="The whole instructions" filename="instructions.txt" />}
        </LazyDetails>
      )}
    </div>
  );
}
