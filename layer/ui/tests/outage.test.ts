// The pauses between the attempts during an outage, and the reason that is shown for a refusal afterwards.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { location: { pathname: "/" }, document: { documentElement: { dataset: { apps: "{}" } } } });
const { setCredentials } = await import("../src/access/credentials");
const { pauseMs } = await import("../src/protocol/outage");
const { refusal, secondsUntil } = await import("../src/protocol/requests");

test("pauses grow up to half a minute, and are spread", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 50].map((attempt) => pauseMs(attempt, undefined, 0.5)),
    [1000, 2000, 4000, 8000, 16000, 30000, 30000],
  );
  assert.equal(pauseMs(2, undefined, 0), 3200);
  assert.ok(pauseMs(2, undefined, 1) > 4700);
});

test("a server can ask for a longer pause, but not for one without end", () => {
  assert.equal(pauseMs(0, 60, 0.5), 60000);
  assert.equal(pauseMs(5, 1, 0.5), 30000);
  assert.equal(pauseMs(0, 1e12, 0.5), 3600000);
});

test("Retry-After has seconds or a date", () => {
  const now = Date.parse("Sun, 22 Nov 2026 10:00:00 GMT");
  assert.equal(secondsUntil("120", now), 120);
  assert.equal(secondsUntil("Sun, 22 Nov 2026 10:00:30 GMT", now), 30);
  assert.equal(secondsUntil("Sun, 22 Nov 2026 09:00:00 GMT", now), 0);
  assert.equal(secondsUntil("soon", now), undefined);
  assert.equal(secondsUntil(null, now), undefined);
});

test("whichever request loses the credentials, all that are refused afterwards say why", () => {
  const refused = (text: string, headers = {}) =>
    refusal(new Response(null, { status: 401, headers }), JSON.stringify({ error: text })).message;
  assert.equal(refused("Sign in."), "Sign in.");
  assert.equal(refused("Enter them again.", { "Mcp-Ui-Access": "expired" }), "Enter them again.");
  assert.equal(refused("Sign in."), "Enter them again.");
  setCredentials({ token: "wrong", headers: [] });
  assert.equal(refused("Another token."), "Another token.");
  setCredentials({ token: "", headers: [] });
  assert.equal(refused("Sign in."), "Sign in.");
});
