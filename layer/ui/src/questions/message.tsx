import type { VNode } from "preact";
import { printableText } from "../text/printable";
import { counted } from "../text/units";

// Maximum number of characters in a message that are shown. The rest is left to the request as JSON.
const LONGEST_MESSAGE = 10000;
const SCROLLING_MESSAGE = 1000;

interface MessageProps {
  readonly text: string;
  /** The name of the text, if it is so long that it scrolls. */
  readonly label: string;
}

/** A text of a server, with its line breaks. */
export function Message({ text, label }: MessageProps): VNode {
  const lines = printableText(text.slice(0, LONGEST_MESSAGE));
  const rest = text.length - LONGEST_MESSAGE;
  const isLong = lines.length > SCROLLING_MESSAGE || lines.split("\n").length > 12;
  return (
    <div>
      <p class="prose question-message" {...(isLong && { tabIndex: 0, role: "group", "aria-label": label })}>
        {lines}
      </p>
      {rest > 0 && <p class="hint">{`${counted(rest, "more character")} in the request as JSON.`}</p>}
    </div>
  );
}
