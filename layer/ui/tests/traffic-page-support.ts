// The panel of the traffic in the whole page.
import { all, press } from "./dom";
import { asked, epoch, hello, openStreams, refuse, restart, trafficPart, write } from "./traffic-stream-support";
import { element } from "./page-support";
import { until } from "./explorer";
import { afterEach } from "node:test";
import { liveTraffic, trafficEpoch } from "../src/traffic-feed/feed";
import { query, showsExplorer } from "../src/traffic-panel/choice";

Object.assign(window.mcpUiParts, { "./traffic.js": trafficPart });

export const panel = (): HTMLElement => all(document, ".dock-body.traffic")[0]!.closest<HTMLElement>(".dock")!;
const list = () => panel().querySelector<HTMLElement>('[aria-label="Operations"]');
export const rows = (): HTMLElement[] => [...(list()?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
export const rowOf = (text: string): HTMLElement | undefined => rows().find((row) => row.textContent.includes(text));
export const isListed = (text: string): Promise<void> => until(() => rowOf(text) !== undefined);
export const details = (): HTMLElement => panel().querySelector<HTMLElement>('[aria-label="Details"]')!;
export const state = (): string => panel().querySelector(".stream-state")!.textContent;
export const filter = (): HTMLInputElement => panel().querySelector<HTMLInputElement>('input[type="search"]')!;

/** Opens the panel, which has no traffic yet. */
export async function openPanel(): Promise<void> {
  element("traffic-open").click();
  await until(() => all(document, ".stream-state").length > 0 && state() === "Live");
  await until(() => trafficEpoch.value === epoch());
}

/** Chooses an operation, and waits for its details. */
export async function choose(text: string, init: MouseEventInit = {}): Promise<void> {
  await isListed(text);
  rowOf(text)!.dispatchEvent(new MouseEvent("click", { bubbles: true, ...init }));
  await until(() => panel().querySelector(".traffic-detail") !== null);
}

afterEach(async () => {
  if (element("traffic-open").ariaExpanded === "true") await press(panel(), "Close");
  refuse();
  query.value = "";
  showsExplorer.value = false;
  restart();
  write(hello());
  await until(() => openStreams() === 0 || (trafficEpoch.value === epoch() && liveTraffic.operations.length === 0));
  asked.length = 0;
});
