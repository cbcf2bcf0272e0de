import { type VNode, render } from "preact";

/**
 * Returns the one element of a view, to be put into the document by hand: beside the elements of `page.html`, or where
 * it has to stay as it is when it is moved. It goes on to draw itself. Not for use while a component is being drawn:
 * Preact would take the hooks that follow for those of the view.
 */
export function drawn(view: VNode): HTMLElement {
  const place = document.createDocumentFragment();
  render(view, place);
  const node = place.firstElementChild as HTMLElement;
  places.set(node, place);
  return node;
}

// Preact knows a view by the place where it was drawn first.
const places = new WeakMap<HTMLElement, DocumentFragment>();

/** Ends a view, and takes its element out of the document. */
export function undrawn(node: HTMLElement): void {
  const place = places.get(node);
  if (place) render(null, place);
}
