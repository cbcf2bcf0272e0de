// Draws a view for a room that still builds its nodes by hand.

import { type VNode, render } from "preact";

/**
 * Returns the one element of a view, which goes on to draw itself wherever it is put. Not for use while a component is
 * being drawn: Preact would take the hooks that follow for those of the view.
 */
export function drawn(view: VNode): HTMLElement {
  const place = document.createDocumentFragment();
  render(view, place);
  return place.firstElementChild as HTMLElement;
}
