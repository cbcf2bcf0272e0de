import { dialogsClosed, enableWhenVisible, openDialog } from "../../dom/dialogs";
import { freshId } from "../../dom/attributes";
import { button, element, nameNode } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import type { ReadingBox } from "./reading-box";

// The dialog that asks the user for consent: one dialog at a time for all apps, and a limited number of pending
// requests per app.
const MAX_PENDING = 3;

export interface ConsentRequest<Choice extends string> {
  readonly title: string;
  readonly body: HTMLElement;
  // The labels of the choices, the last of which is the default.
  readonly choices: Readonly<Partial<Record<Choice, string>>>;
  // The text that must be read first.
  readonly reading?: ReadingBox;
  // Buttons in the body that grant something by themselves.
  readonly grants?: readonly HTMLButtonElement[];
}

let lastConsent: Promise<string> = Promise.resolve("refuse");

// Resolves to one of the choices, or to "refuse".
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
  { title, body, choices, reading, grants = [] }: ConsentRequest<Choice>,
): Promise<string> | "refuse" {
  if (app.isMuted) return "refuse";
  return new Promise((resolve) => {
    const id = freshId();
    const choose = (value: string) => () => dialog.close(value);
    const values = Object.entries<string | undefined>(choices);
    const buttons = values.map(([value, label = value], index) =>
      button(label, choose(value), index === values.length - 1 ? "primary" : ""),
    );
    const block = button("Block", choose("refuse"));
    const [uri, tool] = [element("code", nameNode(app.uri, 300)), element("code", nameNode(app.tool.name, 100))];
    const dialog = element(
      "dialog.app-question",
      { "aria-labelledby": id },
      element("h2", { id }, title),
      element("p.hint", "Asked by the app ", uri, " of the tool ", tool),
      body,
      element(
        "div.dialog-actions",
        element("div.choices", button("Block all", choose("mute"), "quiet"), block),
        element("div.choices", buttons),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "refuse");
    });
    signal.addEventListener("abort", choose("refuse"));
    document.body.append(dialog);
    openDialog(dialog);
    // A long dialog starts at its top.
    block.focus({ preventScroll: true });
    dialog.scrollTop = 0;
    dialog.addEventListener(
      "read",
      enableWhenVisible(dialog, [...buttons, ...grants], () => reading?.isRead() ?? true),
    );
  });
}
