// The call as code, as it is shown: credentials are hidden until somebody wants to see them.
import { openTab } from "./explorer";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { draw, press } from "./dom";
import { setCredentials } from "../src/access/credentials";
import { CodeView } from "../src/tool/code-view";

const TOKEN = "let-me-in";
const SEALED = "s".repeat(40);
const TOOL = "grüße/日本語 \"quoted\" & 'single'";
const PATH = "/tools/gr%C3%BC%C3%9Fe/%E6%97%A5%E6%9C%AC%E8%AA%9E%20%22quoted%22%20%26%20'single'/call";

afterEach(() => setCredentials({ token: "", headers: [] }));

function drawCode() {
  const view = draw(<CodeView tool={TOOL} argumentsText={`{"it's": 1.0}`} />);
  const code = async (language: string) => {
    await openTab(view, language);
    return view.querySelector(`[aria-label="The call as ${language}"]`)!.textContent;
  };
  return { view, code };
}

test("code contains the arguments as written, for every name of a tool", async () => {
  const { view, code } = drawCode();
  const url = `http://127.0.0.1/explorer${PATH}`;
  const curl = await code("cURL");
  assert.ok(curl.includes(`curl -X POST '${url.replaceAll("'", "'\\''")}'`), curl);
  assert.ok(curl.includes(`--data-raw '{"it'\\''s": 1.0}'`), curl);
  assert.ok((await code("JavaScript")).includes(`body: "{\\"it's\\": 1.0}"`));
  assert.ok((await code("Python")).includes("urlopen"));
  assert.ok((await code("MCP JSON-RPC")).includes(`"arguments": {"it's": 1.0}`));
  assert.equal(view.textContent.includes("Reveal"), false, "there is nothing to reveal");
});

test("code hides the token until it is revealed", async () => {
  setCredentials({ token: TOKEN, headers: [] });
  const { view, code } = drawCode();
  assert.match(await code("cURL"), /authorization: Bearer <hidden>/);
  assert.ok(!view.textContent.includes(TOKEN));
  await press(view, "Reveal token and headers");
  assert.match(await code("cURL"), /authorization: Bearer let-me-in/);
});

test("of a token that the server has sealed, code reveals the seal", async () => {
  setCredentials({ sealed: SEALED, names: ["Authorization"], marks: [] });
  const { view, code } = drawCode();
  assert.match(await code("cURL"), /mcp-ui-access: <hidden>/);
  assert.ok(!view.textContent.includes(SEALED));
  await press(view, "Reveal token and headers");
  assert.match(await code("cURL"), /mcp-ui-access: s{40}/);
});
