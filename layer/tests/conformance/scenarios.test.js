// The conformance suite for MCP clients, driven through the explorer's HTTP interface.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
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

test("the program has been built", () => assert.ok(existsSync(program), `${program} is missing: run \`cargo build -p mcp-ui-host\``));

for (const [scenario, isChecked] of Object.entries(SCENARIOS)) {
  test(scenario, { timeout: 60000 }, () => {
    const command = `${node} ${resolve(here, "client.js")}`;
    const { status, stdout, stderr } = spawnSync(node, [suite, "client", "--command", command, "--scenario", scenario], {
      encoding: "utf8",
      env: { ...process.env, MCP_UI_OPEN: program },
    });
    const report = `${stdout}\n${stderr}`;
    assert.equal(status, 0, report);
    const [, passed, all] = /Passed: (\d+)\/(\d+)/.exec(report) ?? assert.fail(report);
    assert.equal(passed, all, report);
    assert.ok(!isChecked || Number(passed) > 0, report);
  });
}
