// Takes away Preact's only way to write HTML, so that no view can create markup from a string, whatever it is given.

import { options } from "preact";

/** Has every element with `dangerouslySetInnerHTML` throw. */
export function forbidHtml(): void {
  const before = options.vnode?.bind(options);
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === "string" && "dangerouslySetInnerHTML" in props) throw new Error("The page writes no HTML.");
    before?.(vnode);
  };
}
