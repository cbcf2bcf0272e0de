// The code that the page offers to copy runs as it is, with arguments that are hard to quote.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { jsonText, OPEN, openPage, openTab, openTool, PYTHON, shared, startBrowser, startExplorer, startServer } from "./support.js";

const [browser, stateless, stateful] = await shared(startBrowser(), startExplorer("mcp"), startServer("mcp-server-everything", "streamableHttp"));
const HERE = fileURLToPath(new URL(".", import.meta.url));
const MESSAGE = `it's "$HOME" \`id\` \\ 'x' \u2028 Grüße 😀 r#"#" __proto__ %s {}`;

// Opens a tool with arguments, and returns a function that reads the code from one of the tabs.
async function codeOf(url, args) {
  const page = await openPage(browser, url);
  await openTool(page, "echo");
  await jsonText(page).fill(JSON.stringify(args));
  await openTab(page, "Code");
  return async (kind, language) => {
    await openTab(page, kind);
    await openTab(page, language);
    return page.getByRole("region", { name: `The call as ${language}` }).evaluate((node) => node.innerText);
  };
}

async function run(program, ...args) {
  const { stdout } = await promisify(execFile)(program, args, { cwd: HERE, timeout: 60000 });
  return stdout;
}

const RUNNERS = {
  cURL: (code) => run("bash", "-c", code),
  "mcp-ui": (code) => run("bash", "-c", code.replace(/^mcp-ui/, `'${OPEN}'`)),
  Python: (code) => run(PYTHON, "-c", code),
  TypeScript: (code) => run(process.execPath, "--no-warnings", "--input-type=module", "--eval", code),
};

for (const [name, explorer] of [["a server without sessions", stateless], ["a server with sessions", stateful]]) {
  test(`the code for MCP clients calls ${name}`, async () => {
    const read = await codeOf(explorer.url, { message: MESSAGE, times: 1 });
    for (const [language, runCode] of Object.entries(RUNNERS)) {
      const printed = await runCode(await read("MCP client", language));
      assert.ok(printed.includes("Grüße 😀"), `${language}: ${printed}`);
    }
  });
}

test("the tests pass on a tool that works, and fail on one that does not", async () => {
  const read = await codeOf(stateless.url, { message: MESSAGE, times: 1 });
  const pytest = await read("Test", "pytest");
  const vitest = (await read("Test", "Vitest")).replace(
    'import { expect, test } from "vitest";',
    `import assert from "node:assert/strict";
     const expect = (value) => ({ not: { toBe: (other) => assert.notEqual(value, other) } });
     const test = (name, body) => body();`,
  );
  assert.match(pytest, /^def test_echo\(\):$/m);
  const asModule = ["--no-warnings", "--input-type=module", "--eval"];
  await run(PYTHON, "-c", `${pytest}\ntest_echo()`);
  await run(process.execPath, ...asModule, vitest);
  const failing = (code) => code.replaceAll('"echo"', '"fails"');
  await assert.rejects(run(PYTHON, "-c", `${failing(pytest)}\ntest_echo()`), /AssertionError/);
  await assert.rejects(run(process.execPath, ...asModule, failing(vitest)), /AssertionError/);
});
