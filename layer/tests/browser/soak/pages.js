// The pages that stay open: one shows the traffic, the other calls a tool, and shows an app that follows the agents.
import { setTimeout as pause } from "node:timers/promises";
import { button, openPage, openTool } from "../support.js";

const PAUSE_MS = 10_000;

// Opens the pages of a deployment. Returns them by name, and the function that stops what they do.
export async function openPages(browser, deployment, recorder) {
  const { call, app, hasTraffic } = deployment;
  const open = async () => {
    const page = await openPage(browser, (await deployment.pageUrl?.()) ?? deployment.url);
    await deployment.prepare?.(page);
    return page;
  };
  const pages = { watching: await open(), calling: await open() };
  if (hasTraffic) await pages.watching.locator("#traffic-open").click();
  await openTool(pages.calling, call("").tool);
  if (app) {
    pages.app = await open();
    await openTool(pages.app, app.tool);
    const [opener, ready] = [button(pages.app, "Open the app"), pages.app.locator(".app-state", { hasText: "Ready" })];
    await opener.or(ready).filter({ visible: true }).first().waitFor();
    // The call of an agent may have opened it.
    if (!(await ready.isVisible())) await opener.click({ timeout: 5000 }).catch(() => undefined);
    await ready.waitFor();
  }

  let isStopped = false;
  const ended = (async () => {
    for (let at = 0; !isStopped; at += 1) {
      const { tool, arguments: given, text } = call(`page ${at}`);
      await recorder.timed(`page: ${tool}`, async () => {
        // An app of another call may have been opened meanwhile.
        await openTool(pages.calling, tool, `?arguments=${encodeURIComponent(JSON.stringify(given))}`);
        await button(pages.calling, "Run").filter({ visible: true }).click();
        await pages.calling.locator(".result:visible", { hasText: text }).waitFor();
      }, { times: "pages" });
      for (const page of Object.values(pages)) {
        for (const trouble of page.trouble.splice(0)) recorder.add({ tool: "page", at: Date.now(), ms: 0, problem: trouble });
      }
      await pause(PAUSE_MS);
    }
  })();
  return { pages, stop: () => ((isStopped = true), ended) };
}
