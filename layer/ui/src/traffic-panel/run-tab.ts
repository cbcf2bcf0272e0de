// Runs a recorded request again, and shows what has changed in its answer.

import { differenceList } from "../changes/differences-view";
import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { resultView } from "../results/result-view";
import { settings } from "../settings";
import { catalog } from "../tools/catalog";
import { isDestructive } from "../tools/hints";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { confirmRun } from "../tool/confirm-run";
import type { Operation } from "../traffic/operation";
import type { Replay } from "./replay";
import { type Rerun, runAgain } from "./run-again";

export interface RunTab {
  readonly element: HTMLElement;
  readonly start: () => void;
  // Cancels the run.
  readonly end: () => void;
}

// `onOpen` opens the request in the form.
export function runTab(replay: Replay, operation: Operation, onOpen: (() => void) | undefined): RunTab {
  const result = element("div.traffic-rerun");
  let running: AbortController | undefined;
  const start = async () => {
    if (running || !(await mayRun(replay))) return;
    running = new AbortController();
    result.replaceChildren(
      element("p.hint", { role: "status" }, "Running…"),
      button("Cancel", () => running?.abort(), "small"),
    );
    const rerun = await runAgain(replay, operation, running.signal);
    running = undefined;
    result.replaceChildren(...rerunView(rerun));
    announce(verdictOf(rerun));
  };
  const problem = problemOf(replay);
  const about = "Sends the request once more, with your permissions, and compares the answers.";
  return {
    element: element(
      "div",
      element("p.hint", problem ?? about),
      problem === undefined
        ? button("Run again", start, "small primary")
        : onOpen && button("Open in the form", onOpen, "small"),
      result,
    ),
    start: () => {
      if (problem === undefined) void start();
    },
    end: () => running?.abort(),
  };
}

// Returns the reason why a request cannot be run again as it is.
export function problemOf({ item, missing }: Replay): string | undefined {
  if (item?.kind === "tool" && !settings.mayExecute) return "This server does not allow tools to run.";
  if (missing.length === 0) return undefined;
  const names = missing.slice(0, 10).map((name) => `“${printable(name, 60)}”`);
  const rest = missing.length > names.length ? " and others" : "";
  return `The record does not have the values of ${names.join(", ")}${rest}, which are redacted. Open it in the form, and fill them in first.`;
}

async function mayRun({ item }: Replay): Promise<boolean> {
  if (item?.kind !== "tool") return true;
  const tool = catalog.value.tools.find(({ name }) => name === item.id);
  return !isDestructive(tool?.["annotations"]) || confirmRun(item.id);
}

export function verdictOf({ outcome, differences }: Rerun): string {
  if (outcome.kind === "failed" && !differences) return outcome.headline;
  if (outcome.kind === "cancelled") return "Cancelled";
  if (!differences) return "The record has no answer to compare with.";
  return differences.length === 0
    ? "The same answer as recorded."
    : `${counted(differences.length, "difference")} from the recorded answer.`;
}

function rerunView(rerun: Rerun): Node[] {
  const { outcome, differences } = rerun;
  const verdict = element("p.traffic-verdict", { "data-same": String(differences?.length === 0) }, verdictOf(rerun));
  const list = differences && differences.length > 0 ? [differenceList(differences)] : [];
  return [verdict, ...list, resultView(outcome)];
}
