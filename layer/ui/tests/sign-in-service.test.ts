// The sign-in that the explorer does: what the page keeps of it, sends, and forgets.
import "./dom";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
  accessHeaders,
  containsCredentials,
  forgetCredentials,
  headersForClients,
  signedIn,
} from "../src/access/credentials";
import { send } from "../src/protocol/requests";
import { signIn } from "../src/sign-in/model";
import { service } from "../src/sign-in/service";
import { fingerprintOf } from "../src/text/fingerprint";

const URL_OF_VISIT = "https://auth.example/authorize?state=of-this-sign-in";
const SEALED_HEADER = "mcp-ui-access";

interface Sent {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly access: string | null;
}

let sent: Sent[] = [];
// Answers by their path, from the first to the last.
const answers: [path: string, answer: object | Promise<object> | number][] = [];

Object.assign(globalThis, {
  fetch: async (path: string, { body, headers }: { body?: string; headers: Headers }): Promise<Response> => {
    sent.push({ path, body: JSON.parse(body ?? "{}") as Sent["body"], access: headers.get(SEALED_HEADER) });
    const at = answers.findIndex(([other]) => path.endsWith(other));
    const [answer] = answers.splice(at, 1).map(([, value]) => value);
    if (answer === undefined || typeof answer === "number") return new Response("{}", { status: answer ?? 404 });
    return Response.json(await answer);
  },
});

const granted = (name: string, seconds = 100, expires = seconds): object => ({
  state: "granted",
  issuer: "https://auth.example",
  scope: "read",
  access: `access-${name}`,
  grant: `grant-${name}`,
  isRefreshable: true,
  freshSeconds: seconds,
  expiresSeconds: expires,
  mark: fingerprintOf(`token-${name}`),
});

const visiting = { state: "visiting", url: URL_OF_VISIT, issuer: "https://auth.example", flow: "sealed-flow" };

beforeEach(async () => {
  await service.cancel();
  forgetCredentials();
  answers.length = 0;
  sent = [];
});

async function begin(challenge?: string): Promise<void> {
  answers.push(["/authorization", visiting]);
  await service.begin(false, challenge);
}

// Does the same as the document at the redirect URI.
async function comeBack(query: string, state = "of-this-sign-in"): Promise<boolean> {
  const channel = new BroadcastChannel(`mcp-ui:sign-in ${state}`);
  const taken = new Promise<boolean>((resolve) => {
    channel.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), 300);
  });
  channel.postMessage({ query });
  const isTaken = await taken;
  channel.close();
  await settled();
  return isTaken;
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function signInAs(name: string, seconds?: number): Promise<void> {
  await begin();
  answers.push(["/next", granted(name, seconds)]);
  assert.ok(await comeBack("code=c&state=of-this-sign-in"));
  assert.equal(signIn.value.state, "granted");
}

test("the answer that comes back leads to a token, which only the server can open", async () => {
  await begin('Bearer scope="read"');
  assert.equal(signIn.value.state, "visiting");
  assert.deepEqual(sent[0]?.body, {
    page: "http://127.0.0.1/explorer",
    challenge: 'Bearer scope="read"',
    stepwise: false,
  });
  assert.equal(await comeBack("code=c", "another"), false);
  answers.push(["/next", granted("a")]);
  assert.ok(await comeBack("code=c&state=of-this-sign-in"));
  assert.deepEqual(sent[1]?.body, { flow: "sealed-flow", query: "code=c&state=of-this-sign-in" });
  assert.deepEqual(signIn.value, { state: "granted", issuer: "https://auth.example", scope: "read" });
  assert.equal(accessHeaders().get(SEALED_HEADER), "access-a");
  // After the credentials that the person has entered, which it replaces.
  const entered = { sealed: "entered", names: [], marks: [] };
  assert.equal(accessHeaders(entered).get(SEALED_HEADER), "entered, access-a");
  assert.deepEqual(headersForClients(), [["authorization", "Bearer <token>"]]);
  for (const text of ["x token-a x", "access-a"]) assert.ok(containsCredentials(text), text);
  assert.equal(containsCredentials("token-b"), false);
  // It comes back once.
  assert.equal(await comeBack("code=c&state=of-this-sign-in"), false);
});

test("a sign-in that is cancelled takes no answer, and a token that it still gets is revoked", async () => {
  await begin();
  await service.cancel();
  assert.equal(signIn.value.state, "required");
  assert.equal(await comeBack("code=c&state=of-this-sign-in"), false);

  await begin();
  let resolve = (_: object): void => undefined;
  const promise = new Promise<object>((resolved) => (resolve = resolved));
  answers.push(["/next", promise], ["/sign-out", { state: "required" }]);
  assert.ok(await comeBack("code=c&state=of-this-sign-in"));
  await service.cancel();
  resolve(granted("late"));
  await settled();
  assert.deepEqual([signIn.value.state, signedIn.value], ["required", undefined]);
  assert.deepEqual(sent.at(-1), {
    path: "/explorer/authorization/sign-out",
    body: { grants: ["grant-late"] },
    access: null,
  });
});

test("a token is renewed before a request, once for all that need it", async () => {
  await signInAs("old", 0);
  answers.push(["/refresh", granted("new")], ["/tools", {}], ["/server", {}]);
  await Promise.all([send("/explorer/tools"), send("/explorer/server")]);
  assert.deepEqual(
    sent.slice(2).map(({ path, access }) => [path, access]),
    [
      ["/explorer/authorization/refresh", null],
      ["/explorer/tools", "access-new"],
      ["/explorer/server", "access-new"],
    ],
  );
  for (const text of ["token-old", "token-new"]) assert.ok(containsCredentials(text), text);
  // Grants that were replaced are revoked at the end, too.
  answers.push(["/authorization", visiting]);
  await service.begin(false, 'Bearer error="insufficient_scope"');
  assert.equal(sent.at(-1)?.body["grant"], "grant-new");
  answers.push(["/next", granted("more")]);
  await comeBack("code=d&state=of-this-sign-in");
  answers.push(["/sign-out", { state: "required" }]);
  await service.signOut();
  assert.deepEqual(sent.at(-1)?.body, { grants: ["grant-more", "grant-new"] });
  assert.deepEqual([signIn.value.state, signedIn.value], ["required", undefined]);
});

test("no request waits long for the renewal of a token that is still valid", async () => {
  await begin();
  answers.push(["/next", granted("a", 0, 100)]);
  await comeBack("code=c&state=of-this-sign-in");
  let resolve = (_: object): void => undefined;
  const renewed = new Promise<object>((resolved) => (resolve = resolved));
  answers.push(["/refresh", renewed], ["/tools", {}], ["/tools", {}]);
  await send("/explorer/tools");
  assert.equal(sent.at(-1)?.access, "access-a");
  const waiting = send("/explorer/tools");
  resolve(granted("b"));
  await waiting;
  assert.equal(sent.at(-1)?.access, "access-b");
});

test("a sign-in that begins while another one is revoked goes on", async () => {
  await signInAs("a");
  let resolve = (_: object): void => undefined;
  answers.push(["/sign-out", new Promise<object>((resolved) => (resolve = resolved))]);
  const out = service.signOut();
  await settled();
  await signInAs("b");
  resolve({ state: "required" });
  await out;
  assert.deepEqual([signIn.value.state, signedIn.value?.sealed], ["granted", "access-b"]);
});

test("a token that cannot be renewed is used as long as the server takes it, and forgotten if it is refused", async () => {
  await signInAs("a", 0);
  answers.push(["/refresh", 502], ["/tools", {}], ["/tools", {}]);
  await send("/explorer/tools");
  await send("/explorer/tools");
  assert.deepEqual(
    sent.slice(2).map(({ access }) => access),
    [null, "access-a", "access-a"],
  );

  await service.cancel();
  await signInAs("b", 0);
  sent = [];
  answers.push(["/refresh", { state: "failed", code: "refresh_failed" }], ["/tools", 401]);
  await send("/explorer/tools");
  assert.deepEqual(
    sent.map(({ access }) => access),
    [null, null],
  );
  assert.equal(signIn.value.state, "required");
});

test("a grant that is refused during another sign-in does not end that one", async () => {
  await signInAs("a", 0);
  await begin('Bearer error="insufficient_scope"');
  answers.push(["/refresh", { state: "failed", code: "refresh_failed" }], ["/tools", 401]);
  await send("/explorer/tools");
  assert.deepEqual([signIn.value.state, signedIn.value], ["visiting", undefined]);
  answers.push(["/next", granted("b")]);
  assert.ok(await comeBack("code=c&state=of-this-sign-in"));
  assert.equal(signedIn.value?.sealed, "access-b");
});

test("a grant that could not be revoked is revoked the next time", async () => {
  await signInAs("a");
  answers.push(["/sign-out", 502]);
  await service.signOut();
  assert.ok(signIn.value.state === "failed" && signIn.value.isSignOut);
  await service.dismiss();
  await signInAs("b");
  answers.push(["/sign-out", { state: "required" }]);
  await service.signOut();
  assert.deepEqual(sent.at(-1)?.body, { grants: ["grant-b", "grant-a"] });
});

test("what another instance cannot open is forgotten", async () => {
  await signInAs("a");
  forgetCredentials();
  assert.deepEqual([signIn.value.state, signedIn.value], ["required", undefined]);
  const before = sent.length;
  await service.signOut();
  assert.equal(sent.length, before, "there is nothing to revoke");
});

test("a failed sign-in is shown, and an earlier one stays", async () => {
  await signInAs("a");
  answers.push(["/authorization", { state: "failed", code: "denied", message: "No." }]);
  await service.begin(false);
  assert.deepEqual(signIn.value, { state: "failed", message: "No." });
  await service.dismiss();
  assert.equal(signIn.value.state, "granted");
  answers.push(["/authorization", 404]);
  await service.begin(false, undefined);
  assert.equal(signIn.peek().state, "failed");
});

test("of many sign-ins, the latest grants are revoked, and the latest tokens recognised", async () => {
  for (let number = 0; number < 25; number += 1) await signInAs(`n${number}-`);
  assert.ok(containsCredentials("token-n5-") && !containsCredentials("token-n4-"), "20 tokens are known");
  answers.push(["/sign-out", { state: "required" }]);
  await service.signOut();
  const latest = Array.from({ length: 10 }, (_, index) => `grant-n${24 - index}-`);
  assert.deepEqual(sent.at(-1)?.body, { grants: latest });
});
