// The dialog that asks the user for consent: one dialog at a time for all apps, and a limited number of pending
// requests per app.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { freshId } from "../../dom/attributes";
import { dialogsClosed, enableWhenVisible, openDrawn } from "../../dom/dialogs";
import { Name } from "../../dom/name";
import type { HostedApp } from "../model/hosted-app";
import type { Reading } from "./reading-box";

// The consent requests of an app that wait for an answer. Further ones are refused without asking.
const MAX_PENDING = 3;

export interface ConsentRequest<Choice extends string> {
  readonly title: string;
  /** The subject of the question. Its buttons that grant something by themselves have the attribute `data-grants`. */
  readonly body: VNode;
  /** The labels of the choices, the last of which is the default. */
  readonly choices: Readonly<Partial<Record<Choice, string>>>;
  /** The text that must be read first. */
  readonly reading?: Reading;
}

let lastConsent: Promise<string> = Promise.resolve("refuse");

/** Resolves to one of the choices, or to "refuse". */
export async function askConsent<Choice extends string>(
  app: HostedApp,
  signal: AbortSignal,
  request: ConsentRequest<Choice>,
): Promise<Choice | "refuse"> {
  if (app.isMuted || app.consentRequests >= MAX_PENDING) {
    const tooMany = "Too many consent requests at once; some were refused without asking.";
    app.note("refused", app.isMuted ? "The user blocked all requests of the app." : tooMany);
    return "refuse";
  }
  app.consentRequests += 1;
  // A consent dialog must not take the keyboard focus from a dialog in which the user is typing.
  lastConsent = lastConsent
    .then(dialogsClosed)
    .then(() => (signal.aborted ? "refuse" : showConsentDialog(app, signal, request)));
  const choice = await lastConsent;
  app.consentRequests -= 1;
  if (choice === "mute") app.isMuted = true;
  return isChoice(request, choice) ? choice : "refuse";
}

function isChoice<Choice extends string>({ choices }: ConsentRequest<Choice>, value: string): value is Choice {
  return Object.hasOwn(choices, value);
}

function showConsentDialog<Choice extends string>(
  app: HostedApp,
  signal: AbortSignal,
  request: ConsentRequest<Choice>,
): Promise<string> | "refuse" {
  if (app.isMuted) return "refuse";
  const { reading } = request;
  return new Promise((resolve) => {
    const choose = (value: string) => dialog.close(value);
    const view = <ConsentDialog app={app} request={request} onChoose={choose} />;
    const dialog = openDrawn(view, () => resolve(dialog.returnValue || "refuse"));
    signal.addEventListener("abort", () => choose("refuse"));
    // A long dialog starts at its top.
    dialog.querySelector<HTMLElement>("[data-refuses]")?.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    const granting = [...dialog.querySelectorAll<HTMLButtonElement>("[data-grants]")];
    const check = enableWhenVisible(dialog, granting, () => reading?.isRead() ?? true);
    if (reading) reading.onRead = check;
  });
}

interface ConsentDialogProps {
  readonly app: HostedApp;
  readonly request: ConsentRequest<string>;
  readonly onChoose: (value: string) => void;
}

function ConsentDialog({ app, request, onChoose }: ConsentDialogProps): VNode {
  const [id] = useState(freshId);
  const choices = Object.entries(request.choices);
  return (
    <dialog class="app-question" aria-labelledby={id}>
      <h2 id={id}>{request.title}</h2>
      <p class="hint">
        {"Asked by the app "}
        <code>
          <Name text={app.uri} limit={300} />
        </code>
        {" of the tool "}
        <code>
          <Name text={app.tool.name} limit={100} />
        </code>
      </p>
      {request.body}
      <div class="dialog-actions">
        <div class="choices">
          <button type="button" class="quiet" onClick={() => onChoose("mute")}>
            Block all
          </button>
          <button type="button" data-refuses onClick={() => onChoose("refuse")}>
            Block
          </button>
        </div>
        <div class="choices">
          {choices.map(([value, label = value], index) => (
            <button
              key={value}
              type="button"
              class={index === choices.length - 1 ? "primary" : ""}
              data-grants
              onClick={() => onChoose(value)}
            >
              {label}
            </button>
          ))}
        </div>
      </div>
    </dialog>
  );
}
