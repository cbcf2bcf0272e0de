import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

// Shows an element that Preact does not draw.
export function Mounted({ view }: { readonly view: HTMLElement }): VNode {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => room.current?.replaceChildren(view), [view]);
  return <div ref={room} />;
}
