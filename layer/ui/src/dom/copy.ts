// Copying to the clipboard.

import { announce } from "./page";
import { button, element } from "./element";

// `done` is shown after the text has been copied.
export function copyButton(text: () => string | Promise<string>, label = "Copy", done = "Copied"): HTMLButtonElement {
  const copy = async () => {
    trigger.textContent = (await copyText(await text())) ? done : "Not copied";
    announce(trigger.textContent);
    setTimeout(() => (trigger.textContent = label), 1500);
  };
  const trigger = button(label, copy, "quiet small");
  return trigger;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// The clipboard API is limited to secure origins, which excludes an intranet host over plain HTTP.
function copyBySelection(text: string): boolean {
  const area = element("textarea.unseen", { value: text });
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without the clipboard API
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
