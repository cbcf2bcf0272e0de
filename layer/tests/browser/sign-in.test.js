// Sign-in at a real authorization server, oidc-provider, from the page.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { call, result } from "./calls.js";
import { button, during, freePort, openPage, openTool, startBrowser, startOpenWithToken, startProgram } from "./support.js";

const SERVER = fileURLToPath(new URL("fixtures/sign-in/server.js", import.meta.url));

async function startNotes() {
  const [mcp, issuer] = [await freePort(), await freePort()];
  const server = await startProgram(process.execPath, [SERVER, String(mcp), String(issuer)], /listening at (\S+)/, { isNoisy: true });
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
  await page.getByText("Sign-in needed: the server answered 401.").waitFor();
  await button(page, "Sign in").first().click();
  await visit(page, issuer, { isDenied: true });
  await dialog(page).getByRole("alert").getByText("access_denied").waitFor();

  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await visit(page, issuer);
  await page.getByRole("link", { name: "whoami" }).waitFor();
  await openTool(page, "whoami");
  await call(page, {});
  await result(page, "scopes: notes:read");

  // The call that needs more goes on by itself.
  await openTool(page, "write");
  await call(page, {});
  await page.locator("article.tool:not([hidden]) .advice").getByRole("button", { name: "Sign in" }).click();
  await visit(page, issuer, { isNew: false });
  await result(page, "scopes: notes:read notes:write");

  await page.getByRole("button", { name: "Signed in" }).click();
  await dialog(page).getByText(`http://${issuer}`).waitFor();
  await dialog(page).getByRole("button", { name: "Sign out" }).click();
  await page.getByText("Sign-in needed: the server answered 401.").first().waitFor();
});
