// The conformance suite for MCP clients, driven through the explorer's HTTP interface.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const node = resolve(here, "node_modules/.bin/node");
const suite = resolve(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const program = process.env.MCP_UI_OPEN ?? resolve(here, "../../../target/debug/mcp-ui");

// The scenario, and whether the suite checks anything: with `initialize`, it only looks at a handshake that a server of the newest revision
// does not need.
const SCENARIOS = {
  initialize: false,
  tools_call: true,
  "elicitation-sep1034-client-defaults": true,
  "sse-retry": true,
  "request-metadata": true,
  "sep-2322-client-request-state": true,
  "http-standard-headers": true,
  "http-custom-headers": true,
  "http-invalid-tool-headers": true,
  "json-schema-ref-no-deref": true,
  "json-schema-2020-12-preservation": true,
};

// The scenarios for authorization, whose client is `mcp-ui call URL test-tool`.
const AUTHORIZATION = [
  "metadata-default",
  "metadata-var1",
  "metadata-var2",
  "metadata-var3",
  "basic-cimd",
  "scope-from-www-authenticate",
  "scope-from-scopes-supported",
  "scope-omitted-when-undefined",
  "scope-step-up",
  "scope-retry-limit",
  "token-endpoint-auth-basic",
  "token-endpoint-auth-post",
  "token-endpoint-auth-none",
  "pre-registration",
  "resource-mismatch",
  "offline-access-scope",
  "offline-access-not-supported",
  "authorization-server-migration",
  "iss-supported",
  "iss-not-advertised",
  "iss-supported-missing",
  "iss-wrong-issuer",
  "iss-unexpected",
  "iss-normalized",
  "metadata-issuer-mismatch",
  "2025-03-26-oauth-metadata-backcompat",
  "2025-03-26-oauth-endpoint-fallback",
  "client-credentials-jwt",
  "client-credentials-basic",
];

test("the program has been built", () => assert.ok(existsSync(program), `${program} is missing: run \`cargo build -p mcp-ui-host\``));

for (const [scenario, isChecked] of Object.entries(SCENARIOS)) run(scenario, "client.js", isChecked);
for (const scenario of AUTHORIZATION) run(`auth/${scenario}`, "sign-in.js", true);

test("the client of the scenarios for authorization knows nothing of tokens", () => {
  for (const file of ["sign-in.js", "browser.js"]) assert.doesNotMatch(readFileSync(resolve(here, file), "utf8"), /token/i);
});

function run(scenario, client, isChecked) {
  test(scenario, { timeout: 60000 }, () => {
    const command = `${node} ${resolve(here, client)}`;
    const { status, stdout, stderr } = spawnSync(node, [suite, "client", "--command", command, "--scenario", scenario], {
      encoding: "utf8",
      env: { ...process.env, MCP_UI_OPEN: program },
    });
    const report = `${stdout}\n${stderr}`;
    assert.equal(status, 0, report);
    const [, passed, all, warnings] = /Passed: (\d+)\/(\d+)(?:, \d+ failed, (\d+) warnings)?/.exec(report) ?? assert.fail(report);
    assert.equal(passed, all, report);
    assert.equal(Number(warnings ?? 0), 0, report);
    assert.ok(!isChecked || Number(passed) > 0, report);
  });
}
