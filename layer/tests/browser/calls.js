// Steps of a call in the page, which tests of live calls share.
import { button } from "./support.js";

// Waits for a result with this text.
export function result(page, text) {
  return page.locator(".result:visible", { hasText: text }).waitFor();
}

export function logLines(page) {
  return page.locator(".log-body li:visible").allInnerTexts();
}

export function round(page, number) {
  return page.getByRole("region", { name: `Round ${number}`, exact: true });
}

// The open question with this text.
export function question(place, text) {
  return place.locator(".question:has(fieldset:enabled)", { hasText: text });
}

export function submit(place) {
  return place.locator("button[type=submit]").click();
}

// Fills in the JSON text of the arguments, and begins the call.
export async function call(page, args) {
  const place = page.locator("article.tool:not([hidden]) .arguments");
  const text = place.getByRole("textbox", { name: "JSON", exact: true });
  if (args && Object.keys(args).length > 0) {
    // The text of a tool that declares no arguments is folded.
    const folded = place.locator("button[aria-expanded=false]", { hasText: "Send arguments anyway" });
    if (await folded.isVisible()) await folded.click();
    await text.fill(JSON.stringify(args));
  }
  await button(page, "Run").click();
}

// Chooses a revision of MCP, and the capabilities that the page offers to servers.
export async function setClient(page, { revision, capabilities }) {
  const settings = await openClientSettings(page);
  if (revision) await settings.getByRole("radio", { name: new RegExp(`^${revision}`) }).check();
  for (const box of capabilities ? await settings.getByRole("checkbox").all() : []) await box.setChecked(false);
  await button(settings, "Close").click();
}

// Opens the settings of the page as a client, and returns their dialog.
export async function openClientSettings(page) {
  await page.getByRole("button", { name: /^Client settings/ }).click();
  return page.getByRole("dialog", { name: "Client settings" });
}
