// Elicitation in URL mode: a server asks a person to open an address.

import { type Signal, computed, signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { openWindow } from "../dom/windows";
import { textAt } from "../json/node";
import { printable } from "../text/printable";
import { ALTERNATIVES, ALTERNATIVES_NOTE, OPENED } from "./answers";
import type { CardMaker } from "./card";
import { Message } from "./message";
import { checkUrl } from "./url-check";

// A click meant for something else must not open an address that has just appeared under the pointer.
const ENABLE_MS = 500;

/** The progress of the person: not there yet, there, or done as the server says. */
type Progress = "new" | "opened" | "done";

const WORDS: Readonly<Record<Progress, string>> = {
  new: "",
  opened: "Opened in a new tab. Come back here when you are done there.",
  done: "The server says that you are done there.",
};

export const url: CardMaker = ({ params }) => {
  const written = textAt(params, "url") ?? "";
  const checked = checkUrl(written);
  const message = <Message text={textAt(params, "message") ?? ""} label="Message of the server" />;
  const title = "asks you to open a web page";
  if (typeof checked === "string") {
    const body = (
      <>
        {message}
        <p class="question-address">{printable(written, 2000)}</p>
        <p class="question-warning">{checked}</p>
      </>
    );
    return { title, body, note: ALTERNATIVES_NOTE, actions: ALTERNATIVES };
  }
  const { url, parts, warnings, note } = checked;
  const progress = signal<Progress>("new");
  const wasOpened = signal(false);
  const open = () => {
    openWindow(url.href);
    wasOpened.value = true;
    progress.value = "opened";
  };
  const isOffered = computed(() => progress.value !== "new");
  return {
    title,
    body: (
      <>
        {message}
        <p class="question-address">
          {parts[0]}
          <mark>{parts[1]}</mark>
          {parts[2]}
        </p>
        {!url.href.startsWith(written) && <p class="hint">{`Written by the server as ${printable(written, 2000)}`}</p>}
        {warnings.map((warning) => (
          <p class="question-warning">{warning}</p>
        ))}
        {note && <p class="hint">{note}</p>}
      </>
    ),
    editor: <Status progress={progress} />,
    opener: <Opener wasOpened={wasOpened} onOpen={open} />,
    note: `The server learns only that you agreed to open it. ${ALTERNATIVES_NOTE}`,
    actions: [
      {
        label: "Done, continue",
        outcome: "opened",
        answer: () => (isOffered.peek() ? OPENED : undefined),
        isOffered,
      },
      ...ALTERNATIVES,
    ],
    elicitation: {
      id: textAt(params, "elicitationId") ?? "",
      // The person has agreed to the address by opening it.
      complete: () => {
        const mayBeSent = isOffered.peek();
        progress.value = "done";
        return mayBeSent;
      },
    },
  };
};

function Status({ progress }: { readonly progress: Signal<Progress> }): VNode {
  return (
    <p class="hint" role="status">
      {WORDS[progress.value]}
    </p>
  );
}

interface OpenerProps {
  readonly wasOpened: Signal<boolean>;
  readonly onOpen: () => void;
}

function Opener({ wasOpened, onOpen }: OpenerProps): VNode {
  const [isEnabled, setEnabled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), ENABLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button type="button" class={wasOpened.value ? undefined : "primary"} disabled={!isEnabled} onClick={onOpen}>
      {wasOpened.value ? "Open again" : "Open"}
    </button>
  );
}
