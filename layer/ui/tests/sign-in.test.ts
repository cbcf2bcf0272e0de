import assert from "node:assert/strict";
import { test } from "node:test";
import { parsedSignIn, visitFacts } from "../src/sign-in/state";

test("the state of the sign-in is read, whatever the program sends", () => {
  const url = "https://auth.example/authorize?scope=a+b&client_id=c&state=secret&code_challenge=x";
  assert.deepEqual(parsedSignIn(JSON.stringify({ state: "visiting", url })), { state: "visiting", url });
  assert.deepEqual(parsedSignIn('{"state":"granted","issuer":"https://auth.example","scope":null}'), {
    state: "granted",
    issuer: "https://auth.example",
    scope: "",
  });
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
