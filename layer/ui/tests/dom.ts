// A document in Node, for tests of components that need no layout. Import it before anything of the page.
import { Window } from "happy-dom";
import type { VNode } from "preact";

const PAGE = `<html data-apps="{}" data-history="true" data-allow-execute="true"><body><p id="announcer"></p></body></html>`;

const window = new Window({ url: "http://127.0.0.1/explorer/", width: 1280, height: 900 });
window.document.write(PAGE);

const GLOBALS = [
  "document",
  "location",
  "localStorage",
  "sessionStorage",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLAnchorElement",
  "HTMLInputElement",
  "Text",
  "DocumentFragment",
  "Event",
  "KeyboardEvent",
  "ResizeObserver",
  "matchMedia",
  "getComputedStyle",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "addEventListener",
  "removeEventListener",
] as const;
for (const name of GLOBALS) Object.assign(globalThis, { [name]: Reflect.get(window, name) });
Object.assign(globalThis, { window, innerHeight: 900 });

// Node 20 lacks a function that browsers have.
if (!Reflect.has(Object, "groupBy")) {
  Object.assign(Object, {
    groupBy: <T>(items: readonly T[], keyOf: (item: T) => string) => {
      const groups: Record<string, T[]> = {};
      for (const item of items) (groups[keyOf(item)] ??= []).push(item);
      return groups;
    },
  });
}

const { render } = await import("preact");

/** Draws a component in the document, in place of the last one, and returns its element. */
export function draw(view: VNode): HTMLElement {
  const place = document.querySelector("main") ?? document.body.appendChild(document.createElement("main"));
  render(null, place);
  render(view, place);
  return place;
}

/** Draws a component in place of one that was drawn, which keeps its state if it is the same. */
export function redraw(view: VNode): void {
  render(view, document.querySelector("main")!);
}

/** Resolves when what has changed is drawn. */
export async function drawn(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

/** The elements that match a selector. */
export function all(view: ParentNode, selector: string): HTMLElement[] {
  return [...view.querySelectorAll<HTMLElement>(selector)];
}

/** The texts of the elements that match a selector. */
export function texts(view: ParentNode, selector: string): string[] {
  return all(view, selector).map(({ textContent }) => textContent);
}

/** The button with a name. */
export function button(view: ParentNode, name: string): HTMLButtonElement {
  const named = (node: HTMLElement) => (node.getAttribute("aria-label") ?? node.textContent) === name;
  const found = all(view, "button").filter(named) as HTMLButtonElement[];
  if (found.length !== 1) throw new Error(`${found.length} buttons are named “${name}”`);
  return found[0]!;
}

/** Presses a button, and waits until the outcome is drawn. */
export async function press(view: ParentNode, name: string): Promise<void> {
  button(view, name).click();
  await drawn();
}

/** Types a text in place of the one in a field, and waits until the outcome is drawn. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn();
}
