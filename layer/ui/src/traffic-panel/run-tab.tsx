// Runs a recorded request again, and shows what has changed in its answer.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { DifferenceList } from "../changes/differences-view";
import { announce } from "../dom/page";
import { Result } from "../results/result-view";
import { settings } from "../settings";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { confirmRun } from "../tool/confirm-run";
import { catalog } from "../tools/catalog";
import { isDestructive } from "../tools/hints";
import type { Operation } from "../traffic/operation";
import type { Replay } from "./replay";
import { type Rerun, runAgain } from "./run-again";

/** The runs of a recorded request, one at a time. */
export class Reruns {
  /** The last run; `running` while it is under way. */
  readonly last = signal<Rerun | "running" | undefined>(undefined);
  #work: AbortController | undefined;

  constructor(
    readonly replay: Replay,
    private readonly operation: Operation,
  ) {}

  /** The reason why the request cannot be run again as it is. */
  get problem(): string | undefined {
    return problemOf(this.replay);
  }

  async start(): Promise<void> {
    if (this.problem !== undefined || this.#work || !(await mayRun(this.replay))) return;
    this.#work = new AbortController();
    this.last.value = "running";
    const rerun = await runAgain(this.replay, this.operation, this.#work.signal);
    this.#work = undefined;
    this.last.value = rerun;
    announce(verdictOf(rerun));
  }

  cancel(): void {
    this.#work?.abort();
  }
}

interface RunTabProps {
  readonly reruns: Reruns;
  /** Opens the request in the form. */
  readonly onOpen: (() => void) | undefined;
}

export function RunTab({ reruns, onOpen }: RunTabProps): VNode {
  const { problem } = reruns;
  return (
    <div>
      <p class="hint">{problem ?? "Sends the request once more, with your permissions, and compares the answers."}</p>
      {problem === undefined && (
        <button type="button" class="small primary" onClick={() => void reruns.start()}>
          Run again
        </button>
      )}
      {problem !== undefined && onOpen && (
        <button type="button" class="small" onClick={onOpen}>
          Open in the form
        </button>
      )}
      <div class="traffic-rerun">
        <LastRun reruns={reruns} />
      </div>
    </div>
  );
}

function LastRun({ reruns }: Pick<RunTabProps, "reruns">): VNode | null {
  const last = reruns.last.value;
  if (!last) return null;
  if (last === "running") {
    return (
      <>
        <p class="hint" role="status">
          Running…
        </p>
        <button type="button" class="small" onClick={() => reruns.cancel()}>
          Cancel
        </button>
      </>
    );
  }
  const { outcome, differences } = last;
  return (
    <>
      <p class="traffic-verdict" data-same={differences?.length === 0}>
        {verdictOf(last)}
      </p>
      {differences && differences.length > 0 && <DifferenceList differences={differences} />}
      <Result call={outcome} />
    </>
  );
}

/** Returns the reason why a request cannot be run again as it is. */
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

/** Returns the outcome of the comparison in words. */
export function verdictOf({ outcome, differences }: Rerun): string {
  if (outcome.kind === "failed" && !differences) return outcome.headline;
  if (outcome.kind === "cancelled") return "Cancelled";
  if (!differences) return "The record has no answer to compare with.";
  return differences.length === 0
    ? "The same answer as recorded."
    : `${counted(differences.length, "difference")} from the recorded answer.`;
}
