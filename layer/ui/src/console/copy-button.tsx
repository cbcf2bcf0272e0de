import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { copyButton } from "../dom/copy";

// The button of `dom/copy`, which copies the text as it is when it is pressed.
export function CopyButton({ text }: { readonly text: () => string }): VNode {
  const host = useRef<HTMLSpanElement>(null);
  const latest = useRef(text);
  latest.current = text;
  useLayoutEffect(() => host.current?.append(copyButton(() => latest.current())), []);
  return <span ref={host} />;
}
