// Builds DOM nodes: `element("p.hint", { id: "x" }, "text", node)`. A string always becomes a text node or an attribute
// value, never markup. Children and properties that are undefined, null or false are omitted.

import { displayName } from "../text/printable";

export type Child = Node | string | number | false | null | undefined | readonly Child[];

type Attribute = string | number | boolean | null | undefined;
// An event handler, given under the name of its attribute, such as `onclick`.
type Handler = (event: never) => unknown;
export type Props = Readonly<Record<string, Attribute | Handler>>;

type TagOf<Selector extends string> = Selector extends `${infer Tag}.${string}` ? Tag : Selector;
type ElementOf<Selector extends string> =
  TagOf<Selector> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[TagOf<Selector>] : HTMLElement;

export function element<Selector extends string>(
  selector: Selector,
  ...content: readonly (Props | Child)[]
): ElementOf<Selector> {
  const [name = "", ...classes] = selector.split(".");
  const node = document.createElement(name) as ElementOf<Selector>;
  if (classes.length > 0) node.className = classes.join(" ");
  for (const part of content) {
    if (isProps(part)) setProps(node, part);
    else appendTo(node, part);
  }
  return node;
}

function isProps(part: Props | Child): part is Props {
  return typeof part === "object" && part?.constructor === Object;
}

function appendTo(node: Element, child: Child): void {
  if (Array.isArray(child)) for (const one of child as readonly Child[]) appendTo(node, one);
  else if (isPresent(child)) node.append(child as Node | string);
}

function setProps(node: Element, props: Props): void {
  for (const [key, value] of Object.entries(props)) {
    // For these, "false" is a value.
    if ((key.startsWith("aria-") || key === "spellcheck") && value !== undefined) node.setAttribute(key, String(value));
    else if (!isPresent(value)) continue;
    else if (typeof value === "function") node.addEventListener(key.slice(2), value as EventListener);
    else if (key === "value" || key === "checked") Object.assign(node, { [key]: value });
    else node.setAttribute(key, value === true ? "" : String(value));
  }
}

function isPresent(value: unknown): boolean {
  return (value ?? false) !== false;
}

export function button(
  label: string | Node,
  onclick: () => unknown,
  classes?: string,
  props?: Props,
): HTMLButtonElement {
  return element("button", { type: "button", class: classes, onclick, ...props }, label);
}

// A name from the server, isolated so that it cannot reorder the text around it.
export function nameNode(text: string, limit?: number): HTMLElement {
  return element("bdi", displayName(text, limit));
}
