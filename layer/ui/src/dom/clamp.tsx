import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

// The rest of a text that is shown with it, since a button would take as much room, in lines.
const SHORT_REST = 1.5;

/** The way a text fits its room: with a short rest that is shown, without a rest, or cut. */
type Fit = "short" | "whole" | "cut";

/** A long text that shows its beginning, with a button for the rest. The style sheet sets the height. */
export function Clamped({ children }: { readonly children: ComponentChildren }): VNode {
  const text = useRef<HTMLDivElement>(null);
  const fit = useSignal<Fit>("whole");
  const isUnfolded = useSignal(false);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (!isUnfolded.peek() && text.current) fit.value = fitOf(text.current);
    });
    observer.observe(text.current!);
    return () => observer.disconnect();
  }, []);
  // The focus of the keyboard must not be in the hidden part. A pointer would lose its target if the text grew.
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(":focus-visible")) isUnfolded.value = true;
  };
  const isWhole = isUnfolded.value || fit.value === "short";
  return (
    <div class="clamped">
      <div
        class={`clamped-text${isWhole ? " whole" : ""}${fit.value === "cut" ? " cut" : ""}`}
        ref={text}
        onFocusIn={onFocusIn}
      >
        {children}
      </div>
      <button
        type="button"
        class="link"
        aria-expanded={isUnfolded.value}
        hidden={fit.value !== "cut"}
        onClick={() => (isUnfolded.value = !isUnfolded.value)}
      >
        {isUnfolded.value ? "Less" : "More"}
      </button>
    </div>
  );
}

// Measures a text as it is while it is clamped.
function fitOf(text: HTMLElement): Fit {
  const { className } = text;
  text.classList.remove("whole");
  const rest = text.scrollHeight - text.clientHeight;
  text.className = className;
  const isShort = rest <= SHORT_REST * parseFloat(getComputedStyle(text).lineHeight) && !text.querySelector("details");
  return isShort ? "short" : rest > 1 ? "cut" : "whole";
}
