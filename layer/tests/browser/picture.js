// Photographs the page while the demo's agent calls tools: `node picture.js FOLDER MILLISECONDS`, by `cargo xtask ui picture`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, DEMO_AGENT, HEADLESS_SHELL, button, openPage, startDemo } from "./support.js";

const LENGTH_MS = 20000;
const [, , folder, frameMs] = process.argv;

const [browser, demo] = await Promise.all([chromium.launch({ executablePath: HEADLESS_SHELL, args: CHROMIUM_FLAGS }), startDemo()]);
const page = await openPage(browser, demo.url, { viewport: { width: 1200, height: 1040 } });
await page.locator("#traffic-open").click();
await button(page, "Timeline").click();
const agent = spawn(DEMO_AGENT, [new URL("/mcp", demo.url).href, "--pause", "2"], { stdio: "ignore" });
const begun = performance.now();
for (let frame = 0; frame < LENGTH_MS / frameMs; frame += 1) {
  await pause(Math.max(0, begun + frame * frameMs - performance.now()));
  await page.evaluate(() => document.querySelector("#tool iframe")?.scrollIntoView({ block: "start" }));
  await page.screenshot({ path: join(folder, `${String(frame).padStart(3, "0")}.png`), clip: { x: 0, y: 0, width: 1200, height: 880 } });
}
agent.kill();
await Promise.all([browser.close(), demo.stop()]);
