// The state of an app. If the app stays blank, a sentence explains why, and a checklist follows.

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { counted } from "../../text/units";
import { diagnosisOf } from "../model/diagnosis";
import type { AppPhase, HostedApp } from "../model/hosted-app";
import { harmfulViolations } from "../model/policy";
import type { NoteKind } from "../model/record";

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

interface AppProps {
  readonly app: HostedApp;
}

/** The state in a few words. */
export function AppState({ app }: AppProps): VNode {
  app.useChanges();
  return (
    <span class="app-state" role="status" data-state={app.phase}>
      {PHASE_WORDS[app.phase]}
    </span>
  );
}

/** The reason for a failure, and what is worth checking. */
export function AppStatus({ app }: AppProps): VNode {
  app.useChanges();
  const { phase } = app;
  const diagnosis = diagnosisOf(app);
  return (
    <div class="app-status">
      <div role="status">{diagnosis && <p class="failure">{diagnosis}</p>}</div>
      <div class="app-checks" role="status">
        {app.isPending && <SlowStart key={phase} app={app} />}
      </div>
    </div>
  );
}

// The checklist, once an app has been in one phase of its start for a while.
function SlowStart({ app }: AppProps): VNode | null {
  app.useChanges();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), CHECKLIST_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <div>
      <p>{`No progress for ${CHECKLIST_MS / 1000} seconds. Worth checking:`}</p>
      <ul>
        {checksOf(app).map(({ isGood, text }, index) => (
          <li key={index} class={isGood === undefined ? undefined : isGood ? "good" : "bad"}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** An entry of the checklist: a condition for a complete handshake, and whether it is met as far as this page knows. */
interface Check {
  readonly text: string;
  /** Undefined if this page has no evidence. */
  readonly isGood: boolean | undefined;
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
