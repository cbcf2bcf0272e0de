import { draw, drawn, texts } from "./dom";
import assert from "node:assert/strict";
import { test } from "node:test";
import { h } from "preact";
import { startSignIn } from "../src/sign-in/dialog";
import { parsedEvents } from "../src/sign-in/events";
import { asHar, asMarkdown } from "../src/sign-in/export";
import { signIn } from "../src/sign-in/model";
import { program } from "../src/sign-in/program";
import { Sequence } from "../src/sign-in/sequence";
import { isElsewhere, issuerName, parsedSignIn, visitFacts } from "../src/sign-in/state";

test("the state of the sign-in is read, whatever the program sends", () => {
  const url = "https://auth.example/authorize?scope=a+b&client_id=c&state=secret&code_challenge=x";
  const visiting = { state: "visiting", url, issuer: "https://auth.example" };
  assert.deepEqual(parsedSignIn(JSON.stringify(visiting)), visiting);
  assert.deepEqual(parsedSignIn('{"state":"granted","issuer":"https://auth.example","scope":null}'), {
    state: "granted",
    issuer: "https://auth.example",
    scope: "",
  });
  assert.deepEqual(parsedSignIn('{"state":"choosing","issuers":["https://a.example",7,"https://b.example"]}'), {
    state: "choosing",
    issuers: ["https://a.example", "https://b.example"],
  });
  assert.deepEqual(parsedSignIn('{"state":"choosing"}'), { state: "choosing", issuers: [] });
  for (const address of ["javascript:alert(1)", "file:///etc/passwd", "", "x"]) {
    assert.equal(parsedSignIn(JSON.stringify({ state: "visiting", url: address })).state, "failed", address);
  }
  for (const json of ["", "[]", "null", '{"state":1}', '{"state":"dancing"}']) {
    assert.equal(parsedSignIn(json).state, "idle", json);
  }
});

test("the person sees where they go and for what, without secrets", () => {
  const url = "https://auth.example:8443/a?resource=https%3A%2F%2Fmcp.example%2F&scope=a+b&client_id=c&state=secret";
  assert.deepEqual(visitFacts(url), {
    host: "auth.example:8443",
    facts: [
      ["For", "https://mcp.example/"],
      ["Scopes", "a b"],
      ["Client", "c"],
    ],
  });
});

test("the person sees which authorization server sends them elsewhere", () => {
  const url = "https://auth.example/authorize?x=1";
  assert.equal(isElsewhere(url, "https://auth.example/tenant"), false);
  for (const issuer of ["https://auth.example:8443", "https://evil.example", "http://auth.example", "", "x"]) {
    assert.equal(isElsewhere(url, issuer), true, issuer);
  }
  assert.equal(issuerName("https://auth.example/"), "https://auth.example");
  assert.equal(issuerName("https://auth.example/tenant?x=1"), "https://auth.example/tenant?x=1");
  // A Cyrillic letter that looks like a Latin one.
  assert.equal(issuerName("https://\u0430uth.example"), "https://xn--uth-5cd.example");
  assert.deepEqual(["", "x\u202ey"].map(issuerName), ['""', "x‹U+202E›y"]);
  assert.ok(issuerName(`https://${"a".repeat(5000)}`).length < 400);
});

const EVENTS = [
  {
    phase: "resource_metadata",
    at: 1_700_000_000,
    method: "GET",
    url: "https://mcp.example/.well-known/oauth-protected-resource",
    status: 200,
    received: { note: "```` fence" },
    findings: [{ code: "no_scopes", severity: "hint", message: "No scopes.", advice: "Name them." }],
  },
  { phase: "authorization", at: 1_700_000_001, url: "https://auth.example/authorize", sent: { scope: "read" } },
  { phase: "token", at: 1_700_000_002, error: { code: "denied", message: "You have declined." } },
];

test("events are read leniently", () => {
  assert.deepEqual(
    parsedEvents(JSON.stringify({ events: EVENTS })).map(({ phase, status, error }) => [phase, status, error]),
    [
      ["resource_metadata", 200, undefined],
      ["authorization", undefined, undefined],
      ["token", undefined, "You have declined."],
    ],
  );
  for (const events of [undefined, {}, [1, null, { phase: "toString" }, { phase: 7 }]]) {
    assert.deepEqual(parsedEvents(JSON.stringify({ events })), []);
  }
  const odd = [{ phase: "token", at: 1e300, status: "200", findings: [1, { severity: "worse" }], error: 4 }];
  const [event] = parsedEvents(JSON.stringify({ events: odd }));
  assert.deepEqual([event?.at, event?.status, event?.findings.length], [0, undefined, 1]);
});

test("a sequence is exported for an issue and for other tools", () => {
  const events = parsedEvents(JSON.stringify({ events: EVENTS }));
  const markdown = asMarkdown(events);
  assert.match(markdown, /^1\. \*\*Metadata of the server\*\* `GET https:\/\/mcp\.example/m);
  assert.match(markdown, /hint: `No scopes\.` Name them\./);
  assert.match(markdown, /^3\. \*\*Token\*\*: `You have declined\.`$/m);
  assert.ok(markdown.includes("`````json"), "the fence is longer than those in the text");
  const { log } = JSON.parse(asHar(events)) as {
    log: { entries: { startedDateTime: string; request: { url: string } }[] };
  };
  assert.deepEqual(
    log.entries.map((entry) => [entry.startedDateTime, entry.request.url]),
    [["2023-11-14T22:13:20.000Z", "https://mcp.example/.well-known/oauth-protected-resource"]],
  );
});

test("texts and documents of authorization servers are cut", () => {
  const url = `https://auth.example/${"a".repeat(5000)}`;
  const event = { phase: "token", at: 1, method: "GET", url, received: "r".repeat(50_000) };
  const view = draw(
    h("div", null, h(Sequence, { events: parsedEvents(JSON.stringify({ events: [event] })), isOpen: true })),
  );
  assert.deepEqual(
    texts(view, "li p code, li pre").map(({ length }) => length),
    [301, 16_001],
  );
});

test("a sign-out that fails can be tried again as such", async (context) => {
  context.mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const isSignOut = () => signIn.value.state === "failed" && signIn.value.isSignOut;
  await program.signOut();
  assert.equal(isSignOut(), true);
  await program.begin(false);
  assert.equal(isSignOut(), false);
});

test("the dialog closes after each sign-in, also if the one before is lost while it is open", async (context) => {
  context.mock.method(globalThis, "fetch", () => Promise.resolve(new Response('{"state":"idle"}')));
  const granted = { state: "granted", issuer: "https://a.example", scope: "" } as const;
  const button = document.createElement("button");
  button.id = "sign-in-open";
  document.body.append(button);
  let changes = 0;
  startSignIn(() => (changes += 1));
  await drawn();
  signIn.value = granted;
  button.click();
  const dialog = document.querySelector("dialog")!;
  assert.deepEqual([dialog.open, changes], [true, 0]);
  signIn.value = { state: "required" };
  assert.deepEqual([dialog.open, changes], [true, 0]);
  signIn.value = granted;
  assert.deepEqual([dialog.open, changes], [false, 1]);
});
