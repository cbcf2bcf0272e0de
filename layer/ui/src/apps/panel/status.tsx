import { element } from "../../dom/element";
import { diagnosisOf } from "../model/diagnosis";
import type { AppPhase, HostedApp } from "../model/hosted-app";
import { harmfulViolations } from "../model/policy";
import type { NoteKind } from "../model/record";
import { counted } from "../../text/units";

// The state of an app. If the app stays blank, a sentence explains why, and a checklist follows.
const PHASE_WORDS: Readonly<Record<AppPhase, string>> = {
  reading: "Reading the app…",
  offered: "Not loaded yet",
  connecting: "Loading the sandbox…",
  waiting: "Waiting for ui/initialize…",
  initializing: "Waiting for ui/notifications/initialized…",
  ready: "Ready",
  closed: "Closed",
  failed: "Failed",
};
const CHECKLIST_MS = 3000;

interface AppStatus {
  readonly words: HTMLElement;
  readonly element: HTMLElement;
}

export function appStatus(app: HostedApp): AppStatus {
  const words = element("span.app-state", { role: "status" });
  const failure = element("div", { role: "status" });
  const checks = element("div.app-checks", { role: "status" });
  let drawn: AppPhase | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    const { phase } = app;
    const diagnosis = diagnosisOf(app);
    if (words.textContent !== PHASE_WORDS[phase]) words.textContent = PHASE_WORDS[phase];
    words.dataset["state"] = phase;
    if (failure.textContent !== diagnosis) failure.replaceChildren(diagnosis && element("p.failure", diagnosis));
    if (drawn === phase) return;
    drawn = phase;
    clearTimeout(timer);
    checks.replaceChildren();
    if (app.isPending) timer = setTimeout(() => checks.replaceChildren(checklist(app)), CHECKLIST_MS);
  };
  app.addEventListener("change", draw);
  draw();
  return { words, element: element("div.app-status", failure, checks) };
}

// An entry of the checklist: a condition for a complete handshake, and whether it is met as far as this page knows.
interface Check {
  readonly text: string;
  // Undefined if this page has no evidence.
  readonly isGood: boolean | undefined;
}

function checklist(app: HostedApp): HTMLElement {
  const row = ({ isGood, text }: Check) => element("li", { class: isGood ? "good" : isGood === false && "bad" }, text);
  const title = element("p", `No progress for ${CHECKLIST_MS / 1000} seconds. Worth checking:`);
  return element("div", title, element("ul", checksOf(app).map(row)));
}

function checksOf({ phase, notes, policy, log }: HostedApp): Check[] {
  const notesOf = (kind: NoteKind) => notes.filter((note) => note.kind === kind).length;
  const [errors, warnings] = [notesOf("error"), notesOf("warning")];
  const violations = harmfulViolations(policy).length;
  const soFar = (count: number, word: string) => (count > 0 ? `: ${counted(count, word)} so far` : "");
  const hasMessages = log.some(({ direction, dialect }) => direction === "in" && dialect !== "");
  const type = "The resource has the type text/html;profile=mcp-app and the URI that the tool names";
  const checks: Check[] = [
    { isGood: hasMessages, text: "The script connects: it calls connect(), or posts ui/initialize itself." },
    { isGood: errors === 0, text: `The script runs without errors${soFar(errors, "error")}.` },
    { isGood: violations === 0, text: `The policy lets it load what it needs${soFar(violations, "violation")}.` },
    { isGood: warnings === 0, text: `${type}${soFar(warnings, "warning")}.` },
  ];
  if (phase === "initializing") {
    checks.push({
      isGood: undefined,
      text: "The app accepts the response to ui/initialize, which is in the timeline.",
    });
  }
  return checks;
}
