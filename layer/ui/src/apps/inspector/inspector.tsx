import { element } from "../../dom/element";
import { lazyDetails, tabSet } from "../../dom/by-hand";
import { store, stored } from "../../dom/storage";
import type { HostedApp } from "../model/hosted-app";
import { harmfulViolations } from "../model/policy";
import { ROOT_PATH } from "../../settings";
import { counted, formatNumber } from "../../text/units";
import { appHandshake } from "./handshake";
import { AppTimeline } from "./timeline";
import { appPolicyView } from "./policy";
import { appNotesView } from "./notes";
import { appModelView } from "./model";
import { appToolsView } from "./tools";
import { appSourceView } from "./source";

// The inspector of an app, in tabs. A visible part is redrawn when its data has changed, a few times per second at
// most.
const INSPECTOR_KEY = `mcp-explorer app inspector ${ROOT_PATH}`;
const INSPECTOR_MS = 150;

export function appInspector(app: HostedApp): HTMLElement {
  // Created before the inspector is opened, because the log drops its oldest messages, and the handshake consists of
  // the first ones.
  const handshake = appHandshake(app);
  const counts = element("span.hint");
  const details = lazyDetails(["App inspector", counts], () => inspectorTabs(app, handshake));
  details.className = "app-inspector";
  details.open = stored(INSPECTOR_KEY) === "open";
  app.addEventListener("change", () => (counts.textContent = problemCounts(app)));
  details.addEventListener("toggle", () => store(INSPECTOR_KEY, details.open ? "open" : "closed"));
  return details;
}

// The numbers of notes and violations, shown while the inspector is closed.
function problemCounts({ notes, policy }: HostedApp): string {
  const violations = harmfulViolations(policy);
  const noted = notes.length > 0 ? ` · ${counted(notes.length, "note")}` : "";
  return noted + (violations.length > 0 ? ` · ${counted(violations.length, "violation")}` : "");
}

interface Part {
  readonly name: string;
  // Returns the values that the view depends on.
  readonly inputs: () => readonly unknown[];
  readonly view: () => readonly Node[];
  // Returns the number shown on the tab.
  readonly count?: () => number;
}

// A part in its panel, with the inputs from which it was drawn.
interface DrawnPart extends Part {
  readonly panel: HTMLElement;
  drawn?: readonly unknown[];
}

function inspectorTabs(app: HostedApp, handshake: HTMLElement): HTMLElement {
  const parts: DrawnPart[] = inspectorParts(app, handshake).map((part) => ({ ...part, panel: element("div") }));
  const draw = () => parts.forEach((part, index) => drawPart(part, tabs.list.children[index]));
  const onChoose = () => queueMicrotask(draw);
  const tabs = tabSet("App inspector", parts, { onChoose });
  for (const tab of tabs.list.children) tab.append(element("span.hint"));
  let due: ReturnType<typeof setTimeout> | undefined;
  app.addEventListener("change", () => {
    due ??= setTimeout(() => {
      due = undefined;
      draw();
    }, INSPECTOR_MS);
  });
  return element("div", tabs.list, tabs.panels);
}

function inspectorParts(app: HostedApp, handshake: HTMLElement): Part[] {
  return [
    { name: "Timeline", inputs: () => [app], view: () => [handshake, new AppTimeline(app).element] },
    {
      name: "Policy",
      inputs: () => [app.permissions, app.policy, app.policy.text, app.policy.violations.length],
      view: () => [appPolicyView(app)],
      count: () => app.policy.rejected.length + harmfulViolations(app.policy).length,
    },
    {
      name: "Notes",
      inputs: () => [app.notes.length],
      view: () => [appNotesView(app)],
      count: () => app.notes.length,
    },
    {
      name: "Model",
      inputs: () => [app.model],
      view: () => [appModelView(app)],
      count: () => app.model.messages.length + (app.model.context ? 1 : 0),
    },
    {
      name: "Tools",
      inputs: () => [app.appTools],
      view: () => [appToolsView(app)],
      count: () => app.appTools.length,
    },
    { name: "Source", inputs: () => [app.html], view: () => [appSourceView(app)] },
  ];
}

function drawPart(part: DrawnPart, tab: Element | undefined): void {
  const count = part.count?.() ?? 0;
  const badge = tab?.lastElementChild;
  if (badge) badge.textContent = count > 0 ? ` ${formatNumber(count)}` : "";
  const inputs = part.inputs();
  const isDrawn = part.drawn !== undefined && inputs.every((value, index) => value === part.drawn?.[index]);
  if (isDrawn || !part.panel.checkVisibility()) return;
  part.drawn = inputs;
  part.panel.replaceChildren(...part.view());
}
