// Sign-in at a real authorization server, oidc-provider, from the page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "./attacks/browsers.js";
import { call, result } from "./calls.js";
import { press, shows, visitIn } from "./sign-in-visits.js";
import { PYTHON, assertAccessible, axe, button, during, freePort, openPage, openTool, startBrowser, startOpenWithToken, startProgram } from "./support.js";

const fixture = (name) => fileURLToPath(new URL(`fixtures/sign-in/${name}`, import.meta.url));

async function startNotes(program = process.execPath, name = "server.js", ...flags) {
  const [mcp, issuer] = [await freePort(), await freePort()];
  const server = await startProgram(program, [fixture(name), String(mcp), String(issuer), ...flags], /listening at (\S+)/, { isNoisy: true });
  const explorer = await startOpenWithToken(server.match[1], "--port", "0");
  return { explorer, issuer: `127.0.0.1:${issuer}`, stop: () => Promise.all([explorer.stop(), server.stop()]) };
}

const dialog = (page) => page.getByRole("dialog", { name: "Sign in" });

// Follows the dialog to the authorization server, in a tab of its own, and does there what a person does.
async function visit(page, issuer, { isNew = true, isDenied = false } = {}) {
  await dialog(page).getByText(issuer, { exact: true }).waitFor();
  const opened = page.context().waitForEvent("page");
  await dialog(page).getByRole("button", { name: `Continue at ${issuer}` }).click();
  const tab = await opened;
  if (isDenied) {
    await tab.getByRole("link", { name: "Cancel" }).click();
  } else {
    if (isNew) {
      await tab.getByPlaceholder("Enter any login").fill("ada");
      await tab.getByPlaceholder("and password").fill("any");
      await tab.getByRole("button", { name: "Sign-in" }).click();
    }
    await tab.getByRole("button", { name: "Continue" }).click();
  }
  await tab.getByText("You can close this tab").waitFor();
  await tab.close();
}

test("a person signs in, allows more for a call, declines and signs out", async (context) => {
  const [browser, { explorer, issuer }] = await during(context, startBrowser(), startNotes());
  const page = await openPage(browser, explorer.url);
  await page.getByText("Sign-in needed").waitFor();
  await button(page, "Sign in").first().click();
  await visit(page, issuer, { isDenied: true });
  await dialog(page).getByRole("alert").getByText("access_denied").waitFor();

  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await visit(page, issuer);
  await page.locator(".tool-row", { hasText: "whoami" }).waitFor();
  await openTool(page, "whoami");
  await call(page, {});
  await result(page, "scopes: notes:read");

  // The call that needs more goes on by itself.
  await openTool(page, "write");
  await call(page, {});
  const allow = () => page.locator("article.tool:not([hidden]) .advice").getByRole("button", { name: "Sign in" }).click();
  await allow();
  await button(dialog(page), "Cancel").click();
  await page.getByRole("button", { name: "Signed in" }).waitFor();
  await allow();
  await visit(page, issuer, { isNew: false });
  await result(page, "scopes: notes:read notes:write");

  await page.getByRole("button", { name: "Signed in" }).click();
  await dialog(page).getByText(`http://${issuer}`, { exact: true }).waitFor();
  await dialog(page).getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Sign-in needed").first().waitFor();
});

test("a person looks at each request before it is sent, and exports the sequence", async (context) => {
  const [browser, { explorer, issuer }] = await during(context, startBrowser(), startNotes());
  const page = await openPage(browser, explorer.url);
  await page.getByText("Sign-in needed").waitFor();
  await button(page, "Step by step").first().click();
  const steps = dialog(page).locator(".sign-in-sequence ol > li");
  for (const [number, title] of ["Metadata of the server", "Metadata of the authorization server", "Registration of the client"].entries()) {
    await dialog(page).getByText(`Next: ${title}`).waitFor();
    assert.equal(await steps.count(), number + 1);
    await steps.nth(number).getByText("not sent yet").waitFor();
    await button(dialog(page), "Send").click();
  }
  await visit(page, issuer);
  await dialog(page).getByText("Next: Token").waitFor();
  await steps.nth(1).locator("summary").first().click();
  await steps.nth(1).getByText("prefers to registration").waitFor();
  const saved = page.waitForEvent("download");
  await button(dialog(page), "Download JSON").click();
  const events = JSON.parse(await readFile(await (await saved).path(), "utf8"));
  assert.deepEqual(events.map(({ phase }) => phase), ["resource_metadata", "server_metadata", "registration", "authorization", "token"]);
  const [, , , { sent, received }] = events;
  assert.deepEqual([sent.state, received.code], ["[redacted]", "[redacted]"]);
  await button(dialog(page), "Send the rest").click();
  await page.locator(".tool-row", { hasText: "whoami" }).waitFor();

  // The requests have a lane of their own in the traffic.
  await page.locator("#traffic-open").click();
  await page.getByText("authorization").first().waitFor();
});

test("authlib grants a token for a server of FastMCP, which is refreshed, gets more scopes, and is revoked", async (context) => {
  const [browser, { explorer, issuer }] = await during(context, startBrowser(), startNotes(PYTHON, "with_authlib.py"));
  const page = await openPage(browser, explorer.url);
  await page.getByText("Sign-in needed").waitFor();
  const answer = async (label) => {
    const opened = page.context().waitForEvent("page");
    await dialog(page).getByRole("button", { name: `Continue at ${issuer}` }).click();
    const tab = await opened;
    await tab.getByRole("button", { name: label }).click();
    await tab.getByText("You can close this tab").waitFor();
    await tab.close();
  };
  await button(page, "Sign in").first().click();
  await answer("Deny");
  await dialog(page).getByRole("alert").getByText("access_denied").waitFor();
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await answer("Allow");
  await openTool(page, "whoami");
  await call(page, {});
  await result(page, "ada with notes, token ");

  // Until the token has to be refreshed.
  const first = await tokenOf(page);
  while ((await tokenOf(page)) === first) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await call(page, {});
    await result(page, "ada with notes, token ");
  }
  // The call that needs more goes on by itself.
  await openTool(page, "write");
  await call(page, {});
  await page.locator("article.tool:not([hidden]) .advice").getByRole("button", { name: "Sign in" }).click();
  await answer("Allow");
  await result(page, "written with notes write");

  await page.getByRole("button", { name: "Signed in" }).click();
  await dialog(page).getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Sign-in needed").first().waitFor();
});

test("a person chooses among several authorization servers, cancels, and begins again", async (context) => {
  const [browser, { explorer, issuer }] = await during(context, startBrowser(), startNotes(process.execPath, "server.js", "several"));
  const page = await openPage(browser, explorer.url);
  await page.getByText("Sign-in needed").waitFor();
  await button(page, "Sign in").first().click();
  await dialog(page).getByText("Where do you want to sign in?").waitFor();
  const choice = () => dialog(page).getByRole("button", { name: `http://${issuer}`, exact: true });
  await dialog(page).getByRole("button", { name: "https://auth.example" }).waitFor();
  await page.evaluate(axe);
  await assertAccessible(page, "the choice");
  await choice().click();
  await dialog(page).getByRole("button", { name: `Continue at ${issuer}` }).waitFor();
  // Another page of the same program.
  const other = await openPage(browser, explorer.url);
  await other.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await dialog(other).getByRole("button", { name: `Continue at ${issuer}` }).waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(other).getByText("You are not signed in.").waitFor();
  await dialog(other).getByRole("button", { name: "Close" }).click();

  await page.getByRole("banner").getByRole("button", { name: "Sign in" }).click();
  await choice().click();
  await visit(page, issuer);
  await page.locator(".tool-row", { hasText: "whoami" }).waitFor();
});

async function tokenOf(page) {
  return /token (\d+)/.exec(await page.locator("article.tool:not([hidden]) .result").first().innerText())?.[1];
}

test("a person signs in, allows more for a call, declines and signs out in Firefox", async (context) => {
  const [firefox, { explorer, issuer }] = await during(context, launch("firefox"), startNotes());
  const page = await firefox.newPage();
  await page.goto(explorer.url);
  await press(page, "Sign in");
  await visitIn(firefox, page, issuer, { isDenied: true });
  await shows(page, "access_denied");

  await press(page, "Try again");
  await visitIn(firefox, page, issuer);
  await press(page, "write", ".tool-row *");
  await press(page, "Run");
  await shows(page, "The call goes on afterwards");
  await press(page, "Sign in", ".advice button");
  await visitIn(firefox, page, issuer, { isNew: false });
  await shows(page, "scopes: notes:read notes:write");

  await press(page, "Signed in");
  await press(page, "Sign out");
  await shows(page, "Sign-in needed");
});
