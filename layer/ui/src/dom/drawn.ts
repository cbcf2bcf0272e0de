import { type VNode, render } from "preact";

/**
 * Returns the one element of a view, to be put into the document by hand: beside the elements of `page.html`, or where
 * it has to stay as it is when it is moved. It goes on to draw itself. Not for use while a component is being drawn:
 * Preact would take the hooks that follow for those of the view.
 */
export function drawn(view: VNode): HTMLElement {
  const place = document.createDocumentFragment();
  render(view, place);
  return place.firstElementChild as HTMLElement;
}
