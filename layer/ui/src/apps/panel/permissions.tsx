import { element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import { APP_PERMISSIONS } from "../model/permissions";

interface PermissionBoxes {
  readonly element: HTMLElement;
  draw(): void;
}

// Checkboxes with which the user grants permissions. Only those that the resource requests can be granted.
export function permissionBoxes(app: HostedApp): PermissionBoxes {
  const fieldset = element("fieldset.app-permissions", { hidden: true });
  let drawn: string | undefined;
  const draw = () => {
    const { permissions, phase, tried } = app;
    if (phase === "reading" || drawn === permissions.join()) return;
    drawn = permissions.join();
    const onchange = () => {
      const granted = boxes.filter(({ checked }) => checked);
      app.try(
        "permissions",
        granted.map(({ value }) => value),
      );
    };
    const boxes: readonly HTMLInputElement[] = permissions.map((value) =>
      element("input", { type: "checkbox", value, checked: tried.permissions?.includes(value), onchange }),
    );
    const labels = boxes.map((box) => element("label.check", box, APP_PERMISSIONS.get(box.value)));
    fieldset.replaceChildren(element("legend", "It asks for"), ...labels);
    fieldset.hidden = boxes.length === 0;
  };
  return { element: fieldset, draw };
}
