// The elements of `page.html`.

/** Returns an element of the page. `kind` is its class, needed only for members that not every HTML element has. */
export function byId(id: string): HTMLElement;
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`The page has no ${kind.name} “${id}”.`);
  return node;
}

/** Announces a text to users of screen readers. */
export function announce(text: string): void {
  byId("announcer").textContent = text;
}
