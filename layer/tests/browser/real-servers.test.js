// The explorer with third-party servers: the official TypeScript example behind `mcp-ui open`, and the demo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { during, openPage, openTool, run, shared, startBrowser, startDemo, startServer } from "./support.js";

const [browser] = await shared(startBrowser());

test("a third-party server behind `mcp-ui open`: tools are listed and called, and results are complete", async (context) => {
  const [{ url, upstream }] = await during(context, startServer("mcp-server-basic-vanillajs"));
  const listed = await (await fetch(`${url}/tools`)).json();
  assert.deepEqual(listed.map((tool) => tool.name), ["get-time"]);
  assert.equal(listed[0]._meta.ui.resourceUri, "ui://get-time/mcp-app.html", "servers show apps to hosts that say they can show them");

  const called = await (await fetch(`${url}/tools/get-time/call`, { method: "POST", body: "{}" })).json();
  assert.equal(called.isError, false);
  assert.equal(called.content[0].text, called.structuredContent.time);

  // The same server with an MCP client, directly and through the command's endpoint for agents.
  const ask = async (url) => {
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await fetch(url, { method: "POST", headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' });
    return response.text();
  };
  assert.equal(await ask(url.replace("/explorer", "/mcp")), await ask(upstream));

  const page = await openPage(browser, url);
  await openTool(page, "get-time");
  await run(page);
  await page.locator(".result").getByText("Success", { exact: true }).waitFor();
  assert.deepEqual(page.trouble, []);
});

test("every tool of the demo opens, and runs with the prefilled arguments", async (context) => {
  const [demo] = await during(context, startDemo());
  const page = await openPage(browser, demo.url);
  const tools = await (await fetch(`${demo.url}/tools`)).json();
  assert.ok(tools.length >= 12);
  const failures = { fail: "Tool error", refuse: "this tool always fails" };
  for (const { name } of tools.filter((tool) => !["slow", "files/delete", "trip/book"].includes(tool.name))) {
    await openTool(page, name);
    await run(page);
    await page.locator(".result:visible").getByText(failures[name] ?? "Success", { exact: true }).first().waitFor();
  }
  assert.deepEqual(page.trouble, []);
});
