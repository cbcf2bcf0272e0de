// The verdict on a story: does its data fit the schema, and does the UI run without problems?

import { harmfulViolations } from "../apps/model/policy";
import type { HostedApp } from "../apps/model/hosted-app";
import { formatSize } from "../text/units";
import { type CatalogUi, type Story, problemsText } from "../apps/added/catalog";
import type { HostName } from "./hosts";

export interface Finding {
  readonly name: string;
  readonly text: string;
  /** Undefined while it is open, and where there is nothing to judge. */
  readonly isGood: boolean | undefined;
}

export type ObservedApp = Pick<HostedApp, "phase" | "appInfo" | "failure" | "notes" | "policy">;

export function verdictOf(ui: CatalogUi, story: Story, host: HostName, app: ObservedApp): readonly Finding[] {
  return [
    schemaFinding(ui, story),
    handshakeFinding(host, app),
    countFinding("Script errors", errorsOf(app)),
    countFinding("Policy violations", harmfulViolations(app.policy).length),
    { name: "Size", text: formatSize(ui.bytes), isGood: undefined },
  ];
}

function schemaFinding({ hasSchema }: CatalogUi, { problems }: Story): Finding {
  if (problems.length > 0) return { name: "Data", text: problemsText(problems), isGood: false };
  return hasSchema
    ? { name: "Data", text: "✓", isGood: true }
    : { name: "Data", text: "not checked, the UI has no schema", isGood: undefined };
}

function handshakeFinding(host: HostName, { phase, appInfo, failure }: ObservedApp): Finding {
  const name = "Handshake";
  if (phase === "failed") return { name, text: failure, isGood: false };
  if (host === "older") return { name, text: "none in MCP-UI (legacy)", isGood: undefined };
  const isDone = phase === "ready" && appInfo !== undefined;
  return { name, text: isDone ? "✓" : "not complete yet", isGood: isDone || undefined };
}

function errorsOf({ notes, failure }: ObservedApp): number {
  return notes.filter(({ kind, text }) => kind === "error" && text !== failure).length;
}

function countFinding(name: string, count: number): Finding {
  return { name, text: count === 0 ? "none" : String(count), isGood: count === 0 };
}
