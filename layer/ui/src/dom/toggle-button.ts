import { button } from "./element";

export function toggleButton(name: string, initial: boolean, onChange: (pressed: boolean) => void): HTMLButtonElement {
  let pressed = initial;
  const toggle = () => {
    pressed = !pressed;
    trigger.setAttribute("aria-pressed", String(pressed));
    onChange(pressed);
  };
  const trigger = button(name, toggle, "quiet small", { "aria-pressed": initial });
  return trigger;
}
