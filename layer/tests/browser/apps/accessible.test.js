// axe-core finds no violations in any state of an app's view, light and dark.
import { test } from "node:test";
import { assertAccessible, axe, button, openTool, shared, startBrowser, startExplorer } from "../support.js";
import { clickConsent, appButton, awaitState, openAppPage, openInspector, openSwitches, consentDialog, runApp } from "./support.js";

const [browser, explorer, legacy] = await shared(startBrowser(), startExplorer("apps"), startExplorer("legacy-apps"));

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 360]]) {
  test(`every state of an app, ${colorScheme}, ${width} px wide`, { timeout: 120000 }, async () => {
    const page = await openAppPage(browser, explorer.url, { appSettings: { initializeSeconds: 1 }, colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(axe);
    const check = (state) => assertAccessible(page, `${state}, ${colorScheme}, ${width}`);
    await openTool(page, "permissions");
    await check("an app is offered");
    const frame = await runApp(page, "permissions");
    await check("ready");
    await openSwitches(page);
    await check("settings to try");
    for (const part of ["Timeline", "Policy", "Notes", "Model", "Tools", "Source"]) {
      await openInspector(page, part);
      await check(part);
    }
    await openInspector(page, "Timeline");
    await page.locator(".app-timeline:visible").scrollIntoViewIfNeeded();
    await page.locator(".app-row").last().click();
    await check("a message");
    frame.evaluate(() => void request("tools/call", { name: "server/write", arguments: {} }));
    await consentDialog(page).waitFor();
    await check("a question, before it can be answered");
    await consentDialog(page).getByRole("button", { name: "Allow once" }).and(page.locator(":enabled")).waitFor();
    await check("a question");
    await clickConsent(page, "Block");
    await appButton(page, "Full screen").click();
    await check("full screen");
    await page.getByRole("button", { name: "Back to the page" }).click();
    await appButton(page, "Picture in picture").click();
    await check("picture in picture");
    await page.getByRole("button", { name: "Bring it back" }).click();
    await appButton(page, "Close").click();
    await awaitState(page, "closed");
    await check("closed");

    await runApp(page, "official");
    await (await openInspector(page, "Tools")).getByText("double").click();
    await check("the app's own tool");
    await runApp(page, "odd/domains");
    await openInspector(page, "Policy");
    await check("refused domains");
    await runApp(page, "blank/type", "failed");
    await check("failed");
    await runApp(page, "blank/blocked", "waiting");
    await page.locator(".app-checks", { hasText: "Worth checking" }).waitFor();
    await openInspector(page, "Policy");
    await check("blank, with violations");
  });
}

test("a page of another site that waits for consent", async () => {
  const page = await openAppPage(browser, legacy.url);
  await page.evaluate(axe);
  await openTool(page, "external");
  await button(page, "Run").click();
  await page.getByRole("button", { name: /^Load from/ }).waitFor();
  await assertAccessible(page, "offered");
});
