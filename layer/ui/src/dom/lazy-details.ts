import { type Child, element } from "./element";

// A <details> element whose content is created when it is first opened.
export function lazyDetails(summary: Child, make: () => Node, ...body: readonly Child[]): HTMLDetailsElement {
  const details = element("details", element("summary", summary), body);
  details.addEventListener("toggle", () => details.append(make()), { once: true });
  return details;
}
