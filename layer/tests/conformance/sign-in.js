// The client of the scenarios for authorization: sets the environment, and calls a tool as a person would.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const state = mkdtempSync(join(tmpdir(), "mcp-ui-conformance-"));
const given = {
  MCP_UI_CLIENT_ID: context.client_id,
  MCP_UI_CLIENT_SECRET: context.client_secret,
  MCP_UI_CLIENT_KEY: context.private_key_pem,
  MCP_UI_ISSUER: context.issuer,
  MCP_UI_CLIENT_METADATA_URL: "https://conformance-test.local/client-metadata.json",
  XDG_STATE_HOME: state,
  BROWSER: fileURLToPath(new URL("browser.js", import.meta.url)),
};
const env = { ...process.env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
const { status } = spawnSync(process.env.MCP_UI_OPEN, ["call", process.argv.at(-1), "test-tool"], { stdio: "inherit", env });
rmSync(state, { recursive: true });
process.exitCode = status ?? 1;
