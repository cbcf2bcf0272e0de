// The failure of a request that loads a part of the page, with the way out of it.

import type { VNode } from "preact";
import { hasEnteredAccess } from "../access/credentials";
import { openAccessDialog } from "../access/dialog";
import { withLater } from "../later/load";
import { offersSignIn } from "../protocol/host";
import { HttpError } from "../protocol/requests";

interface FailureNoteProps {
  readonly problem: Error;
  readonly retry: () => unknown;
}

/** A failure, with buttons that try again or give the server what it asked for. */
export function FailureNote({ problem, retry }: FailureNoteProps): VNode {
  const status = problem instanceof HttpError ? problem.status : undefined;
  if (status === 401) return <SignInNeeded problem={problem} retry={retry} />;
  return (
    <>
      <Failure text={problem.message} />
      {status === 403 && <Action label="Change token" onClick={openAccessDialog} />}
      <Action label="Try again" onClick={retry} />
    </>
  );
}

function SignInNeeded({ problem, retry }: FailureNoteProps): VNode {
  const token = hasEnteredAccess() ? "Change token" : "Add token";
  const challenge = problem instanceof HttpError ? problem.challenge : undefined;
  const open = (isStepwise: boolean) => withLater((later) => later.openSignIn(retry, { isStepwise, challenge }));
  return (
    <>
      <Failure text={hasEnteredAccess() ? "Your token was refused" : "Sign-in needed"} />
      <p class="hint">{problem.message}</p>
      {offersSignIn() ? (
        <div class="values">
          <Action label="Sign in" isPrimary onClick={() => open(false)} />
          <Action label="Step by step" onClick={() => open(true)} />
          <Action label="Use a token" onClick={openAccessDialog} />
        </div>
      ) : (
        <Action label={token} isPrimary onClick={openAccessDialog} />
      )}
    </>
  );
}

function Failure({ text }: { readonly text: string }): VNode {
  return (
    <p class="failure" role="alert">
      {text}
    </p>
  );
}

interface ActionProps {
  readonly label: string;
  readonly isPrimary?: boolean;
  readonly onClick: () => unknown;
}

function Action({ label, isPrimary, onClick }: ActionProps): VNode {
  return (
    <button type="button" class={isPrimary ? "primary" : undefined} onClick={() => void onClick()}>
      {label}
    </button>
  );
}
