// The dialog of the sign-in: where the person goes and for what, the wait for the way back, and the end.

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { openDrawn } from "../dom/dialogs";
import { announce, byId } from "../dom/page";
import { settings } from "../settings";
import { printable } from "../text/printable";
import { PHASES } from "./events";
import { requestLine } from "./export";
import { type SignInWay, events, signIn } from "./model";
import { program } from "./program";
import { Sequence } from "./sequence";
import { service } from "./service";
import { LONGEST, isElsewhere, isUnderWay, issuerName, visitFacts } from "./state";

const POLL_MS = 1000;

const way: SignInWay = settings.signsIn ? service : program;

/** Shows the state in the header. `onChanged` is called after the person has signed in or out. */
export function startSignIn(onChanged: () => void): void {
  const button = byId("sign-in-open");
  signIn.subscribe((current) => {
    button.hidden = current.state === "idle";
    const label = button.lastElementChild;
    if (label) label.textContent = current.state === "granted" ? "Signed in" : "Sign in";
  });
  button.addEventListener("click", () => {
    if (signIn.value.state === "required") openSignIn(onChanged);
    else show(onChanged);
  });
  void way.look();
}

interface Beginning {
  readonly isStepwise?: boolean;
  /** The challenge with which the MCP server has asked for a token. */
  readonly challenge?: string | undefined;
}

/** Begins a sign-in, also for more scopes than were granted. `onChanged` is called after the person has signed in. */
export function openSignIn(onChanged: () => void, { isStepwise = false, challenge }: Beginning = {}): void {
  void way.begin(isStepwise, challenge);
  show(onChanged);
}

function show(onChanged: () => void): void {
  const close = () => dialog.close();
  const dialog = openDrawn(
    <dialog class="sign-in" aria-labelledby="sign-in-title">
      <Dialog close={close} onChanged={onChanged} />
    </dialog>,
    () => {
      unsubscribe();
      if (isUnderWay(signIn.value)) void way.cancel();
      else if (["failed", "framed"].includes(signIn.value.state)) void way.dismiss();
    },
  );
  let before = signIn.value.state;
  const unsubscribe = signIn.subscribe(({ state }) => {
    const isNew = before !== "granted" && state === "granted";
    before = state;
    if (!isNew) return;
    announce("Signed in.");
    close();
    onChanged();
  });
}

interface Actions {
  readonly close: () => void;
  readonly onChanged: () => void;
}

function Dialog({ close, onChanged }: Actions): VNode {
  const current = signIn.value;
  const isSignOut = current.state === "failed" && current.isSignOut;
  useEffect(() => {
    // Another page may go on with it, too.
    if (!["choosing", "waiting", "visiting"].includes(current.state)) return undefined;
    const timer = setInterval(() => void way.look(), POLL_MS);
    return () => clearInterval(timer);
  }, [current.state]);
  const signOut = async () => {
    await way.signOut();
    onChanged();
    // Otherwise the dialog says what has failed, or shows another sign-in.
    if (signIn.peek().state !== "failed" && !isUnderWay(signIn.peek())) close();
  };
  return (
    <>
      <h2 id="sign-in-title">Sign in</h2>
      <State />
      <Sequence events={events.value} isOpen={current.state === "waiting" || current.state === "failed"} />
      <div class="dialog-actions">
        {current.state === "waiting" && (
          <>
            <button type="button" class="primary" onClick={() => void way.release(true)}>
              Send
            </button>
            <button type="button" onClick={() => void way.release(false)}>
              Send the rest
            </button>
          </>
        )}
        {["failed", "required", "idle"].includes(current.state) && (
          <>
            <button type="button" class="primary" onClick={() => (isSignOut ? void signOut() : void way.begin(false))}>
              {current.state === "failed" ? "Try again" : "Sign in"}
            </button>
            {!isSignOut && (
              <button type="button" onClick={() => void way.begin(true)}>
                Step by step
              </button>
            )}
          </>
        )}
        {current.state === "granted" && (
          <button type="button" onClick={() => void signOut()}>
            Sign out
          </button>
        )}
        <button type="button" onClick={close}>
          {isUnderWay(current) ? "Cancel" : "Close"}
        </button>
      </div>
    </>
  );
}

function State(): VNode {
  const current = signIn.value;
  switch (current.state) {
    case "choosing":
      return <Choice issuers={current.issuers} />;
    case "visiting":
      return <Visit url={current.url} issuer={current.issuer} />;
    case "granted":
      return (
        <>
          <p>
            You are signed in at <code>{issuerName(current.issuer)}</code>.
          </p>
          {current.scope !== "" && <p class="hint">Scopes: {printable(current.scope, LONGEST)}</p>}
        </>
      );
    case "failed":
      return (
        <p class="failure" role="alert">
          {printable(current.message, LONGEST)}
        </p>
      );
    case "framed":
      return (
        <p>
          This page is shown by another site, where no sign-in can end.{" "}
          <a href={location.href} target="_blank" rel="noopener noreferrer">
            Open it in a tab of its own
          </a>
          , and sign in there.
        </p>
      );
    case "waiting": {
      const next = events.value.at(-1);
      return (
        <p role="status">
          Next: {next && PHASES[next.phase].title}, <code>{next && printable(requestLine(next), LONGEST)}</code>
        </p>
      );
    }
    case "required":
    case "idle":
      return <p role="status">You are not signed in.</p>;
    case "asking":
      return <p role="status">Asking the server where to sign in…</p>;
  }
}

function Choice({ issuers }: { readonly issuers: readonly string[] }): VNode {
  return (
    <>
      <p>Where do you want to sign in? The server accepts several authorization servers.</p>
      <ul class="sign-in-issuers">
        {issuers.map((issuer) => (
          <li key={issuer}>
            <button type="button" onClick={() => void way.choose(issuer)}>
              <bdi>{issuerName(issuer)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Visit({ url, issuer }: { readonly url: string; readonly issuer: string }): VNode {
  const { host, facts } = visitFacts(url);
  return (
    <>
      <p>You leave for</p>
      <p class="sign-in-host">
        <bdi>{printable(host, LONGEST)}</bdi>
      </p>
      {isElsewhere(url, issuer) && (
        <p class="failure" role="alert">
          This is another host than that of the authorization server. Continue only if you know that both belong
          together.
        </p>
      )}
      <dl class="sign-in-facts">
        {[["Authorization server", issuerName(issuer)] as const, ...facts].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{printable(value, LONGEST)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" class="primary" onClick={() => window.open(url, "_blank", "noopener,noreferrer")}>
          Continue at {printable(host, LONGEST)}
        </button>
      </p>
      <p class="hint" role="status">
        Waiting for you to come back…
      </p>
    </>
  );
}
