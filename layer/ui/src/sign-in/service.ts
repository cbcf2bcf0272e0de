// The sign-in that the explorer itself does. It keeps nothing between two requests: the page keeps the sign-in and the grant, as texts
// that only the explorer can open, in its memory alone.

import { signedIn } from "../access/credentials";
import { memberAt, parsedJson } from "../json/plain";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";
import { messageOf } from "../text/error";
import type { Fingerprint } from "../text/fingerprint";
import { parsedEvents } from "./events";
import { type SignInWay, events, signIn } from "./model";
import { type SignIn, isUnderWay, parsedSignIn } from "./state";

// The time after a failure in which a token is not renewed again.
const PAUSE_MS = 10_000;

// The time that a request waits for the renewal of a token that is still valid: some servers end the old one at once.
// Then it is sent with the old one.
const WAIT_MS = 2000;

// The grants that are revoked together: the present one, and those that it has replaced. The oldest are forgotten.
const MAX_GRANTS = 10;

// The fingerprints of tokens that are kept. Those of the oldest tokens are forgotten.
const MAX_MARKS = 20;

// The refusals after which a grant is of no use any more.
const FINAL = ["refresh_failed", "unknown_client", "state_unknown", "no_client"];

/** A grant, with the times from which its token is to be renewed, and is of no use. */
interface Grant {
  readonly sealed: string;
  readonly issuer: string;
  readonly scope: string;
  readonly expiresAt: number;
  renewAt: number;
}

// The sealed sign-in under way.
let flow = "";
// The present grant, and those that it has replaced.
let grants: Grant[] = [];
// The fingerprints of the newest tokens, which texts of the server may still contain.
let marks: Fingerprint[] = [];
// Grants whose revocation has failed.
let unrevoked: string[] = [];
let challenge: string | undefined;
let channel: BroadcastChannel | undefined;
let renewal: Promise<void> | undefined;
// Only the answer to the last request of a sign-in counts.
let requests = 0;

type Action = "" | "/next" | "/refresh" | "/sign-out";

function post(action: Action, body: object): Promise<string> {
  return fetchText(`${ROOT_PATH}/authorization${action}`, { method: "POST", body: JSON.stringify(body) });
}

// Sends a request of the sign-in, and takes the state that it leads to.
async function step(action: "" | "/next", body: object): Promise<void> {
  signIn.value = { state: "asking" };
  stopWaiting();
  requests += 1;
  const number = requests;
  try {
    const text = await post(action, body);
    if (number === requests) take(text);
    else revokeUnwanted(text);
  } catch (problem) {
    if (number === requests) signIn.value = { state: "failed", message: messageOf(problem) };
  }
}

function take(text: string): void {
  const state = parsedSignIn(text);
  events.value = parsedEvents(text);
  flow = textAt(text, "flow");
  keep(text, state, grants);
  if (state.state === "visiting") waitForAnswer(new URL(state.url).searchParams.get("state") ?? "");
  signIn.value = state;
}

// The person has ended the sign-in while its last request was under way.
function revokeUnwanted(text: string): void {
  const grant = textAt(text, "grant");
  if (grant) void post("/sign-out", { grants: [grant] }).catch(() => undefined);
}

// Uses a grant from now on, if there is one, in place of others.
function keep(text: string, state: SignIn, replaced: readonly Grant[]): void {
  const value = parsedJson(text);
  if (state.state !== "granted") return;
  const isRefreshable = memberAt(value, "isRefreshable") === true;
  const after = (name: string) => {
    const seconds = memberAt(value, name);
    return isRefreshable && typeof seconds === "number" ? Date.now() + seconds * 1000 : Infinity;
  };
  const grant: Grant = {
    sealed: textAt(text, "grant"),
    issuer: state.issuer,
    scope: state.scope,
    expiresAt: after("expiresSeconds"),
    renewAt: after("freshSeconds"),
  };
  grants = [grant, ...replaced].slice(0, MAX_GRANTS);
  challenge = undefined;
  marks = [memberAt(value, "mark") as Fingerprint, ...marks].slice(0, MAX_MARKS);
  signedIn.value = { sealed: textAt(text, "access"), marks, renew };
}

function textAt(json: string, name: string): string {
  const member = memberAt(parsedJson(json), name);
  return typeof member === "string" ? member : "";
}

// The document at the redirect URI asks for the page that knows the state, which nobody else does.
function waitForAnswer(state: string): void {
  const waiting = new BroadcastChannel(`mcp-ui:sign-in ${state}`);
  channel = waiting;
  waiting.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const query = memberAt(data, "query");
    if (channel !== waiting || typeof query !== "string") return;
    waiting.postMessage("taken");
    void step("/next", { flow, query });
  });
}

function stopWaiting(): void {
  channel?.close();
  channel = undefined;
}

// Replaces a token that is about to expire, once for all requests. They wait for it only a short time while the token is valid.
async function renew(): Promise<void> {
  const [grant] = grants;
  if (!grant) return;
  if (Date.now() >= grant.renewAt) renewal ??= renewed(grant).finally(() => (renewal = undefined));
  if (!renewal) return;
  await (Date.now() >= grant.expiresAt ? renewal : Promise.race([renewal, pause(WAIT_MS)]));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function renewed(grant: Grant): Promise<void> {
  const text = await post("/refresh", { grant: grant.sealed }).catch(() => "{}");
  // Should it have failed, the token may still be valid.
  grant.renewAt = Date.now() + PAUSE_MS;
  if (grants[0] !== grant) return revokeUnwanted(text);
  keep(text, parsedSignIn(text), grants.slice(1));
  if (FINAL.includes(textAt(text, "code"))) forget();
}

function forget(): void {
  grants = [];
  challenge = undefined;
  signedIn.value = undefined;
  // A sign-in under way does not need the earlier grant.
  if (!isUnderWay(signIn.peek())) signIn.value = { state: "required" };
}

// Another instance of the server cannot open the token.
signedIn.subscribe((token) => {
  if (!token && grants.length > 0) forget();
});

function showWhatIs(): void {
  const [grant] = grants;
  signIn.value = grant ? { state: "granted", issuer: grant.issuer, scope: grant.scope } : { state: "required" };
}

function isInFrameOfOtherSite(): boolean {
  try {
    return window.top?.origin !== window.origin;
  } catch {
    return true;
  }
}

export const service: SignInWay = {
  look: () => Promise.resolve(),
  begin: (isStepwise, asked) => {
    challenge = asked ?? challenge;
    // Browsers keep its messages apart from those of other tabs.
    if (isInFrameOfOtherSite()) {
      signIn.value = { state: "framed" };
      return Promise.resolve();
    }
    const page = location.origin + ROOT_PATH;
    return step("", { page, challenge, grant: grants[0]?.sealed, stepwise: isStepwise });
  },
  release: (isStepwise) => step("/next", { flow, stepwise: isStepwise }),
  choose: (issuer) => step("/next", { flow, issuer }),
  cancel: () => {
    requests += 1;
    stopWaiting();
    showWhatIs();
    return Promise.resolve();
  },
  dismiss: () => {
    showWhatIs();
    return Promise.resolve();
  },
  signOut: async () => {
    const revoked = [...grants.map(({ sealed }) => sealed), ...unrevoked].slice(0, MAX_GRANTS);
    forget();
    if (revoked.length === 0) return;
    const number = requests;
    const text = await post("/sign-out", { grants: revoked }).catch((problem: unknown) =>
      JSON.stringify({ state: "failed", message: messageOf(problem) }),
    );
    const state = parsedSignIn(text);
    unrevoked = state.state === "failed" ? revoked : [];
    // The person may have begun another sign-in.
    if (number === requests) signIn.value = state.state === "failed" ? { ...state, isSignOut: true } : state;
  },
};
