// The panel of the traffic, for its tests.
import { startTraffic } from "./fixtures/traffic.js";
import { during, openPage } from "./support.js";

export const panel = (page) => page.getByRole("region", { name: "Traffic", exact: true });
export const rows = (page) => panel(page).getByRole("listbox", { name: "Operations" }).getByRole("option");
export const row = (page, text) => rows(page).filter({ hasText: text });
export const details = (page) => panel(page).getByRole("region", { name: "Details" });
export const state = (page) => panel(page).locator(".stream-state");

// Starts a stream of records in front of a server, for the time of a test.
export async function startRecords(context, server, options) {
  const [fixture] = await during(
    context,
    startTraffic(() => server.url, options),
  );
  return fixture;
}

export async function openTraffic(browser, fixture, options, query = "") {
  const page = await openPage(browser, fixture.url + query, options);
  if (!query) await page.locator("#traffic-open").click();
  await panel(page).waitFor();
  await state(page).getByText("Live").waitFor();
  return page;
}
