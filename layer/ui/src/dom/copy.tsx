// Copying to the clipboard.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { announce } from "./page";

type CopiedText = () => string | Promise<string>;

interface CopyButtonProps {
  readonly text: CopiedText;
  readonly label?: string | undefined;
  /** Shown after the text has been copied. */
  readonly done?: string | undefined;
}

/** A button that copies the text as it is when the button is pressed. */
export function CopyButton({ text, label = "Copy", done = "Copied" }: CopyButtonProps): VNode {
  const [outcome, setOutcome] = useState<string>();
  const copy = async () => {
    const words = (await copyText(await text())) ? done : "Not copied";
    setOutcome(words);
    announce(words);
    setTimeout(() => setOutcome(undefined), 1500);
  };
  return (
    <button type="button" class="quiet small" onClick={() => void copy()}>
      {outcome ?? label}
    </button>
  );
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
  const area = document.createElement("textarea");
  area.className = "unseen";
  area.value = text;
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without the clipboard API
  const done = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
