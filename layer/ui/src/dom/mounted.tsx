import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** An element that Preact does not draw. */
export function Mounted({ view }: { readonly view: HTMLElement }): VNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(view), [view]);
  return <div class="mounted" ref={place} />;
}
