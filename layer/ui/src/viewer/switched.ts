import { copyButton } from "../dom/copy";
import { button, element } from "../dom/element";

// One of several views of a value.
export interface View {
  readonly name: string;
  readonly make: () => HTMLElement;
  // The text to copy, if the view has no button for it.
  readonly copy?: () => string | Promise<string>;
}

// The first view, with a switch to the others. A view is made each time it is chosen, so that it takes no memory while it is hidden.
export function switchedViews(label: string, views: readonly View[]): HTMLElement {
  const body = element("div");
  const actions = element("span");
  const choose = (chosen: number) => {
    const { make, copy } = views[chosen]!;
    switches.forEach((one, index) => one.setAttribute("aria-pressed", String(index === chosen)));
    actions.replaceChildren(...(copy ? [copyButton(copy)] : []));
    body.replaceChildren(make());
  };
  const switches = views.map(({ name }, index) => button(name, () => choose(index), "quiet small"));
  choose(0);
  const group = element("div", { role: "group", "aria-label": `Views: ${label}` }, switches);
  return element("div.switched", views.length > 1 && element("div.switches", group, actions), body);
}
