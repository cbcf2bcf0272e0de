// The examination of the way to the server, step by step, by the program around the explorer.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { openNotice } from "../dom/notice-dialog";
import { announce } from "../dom/page";
import { memberAt } from "../json/plain";
import { eventsOf } from "../protocol/event-stream";
import { hostPath } from "../protocol/host";
import { bodyText } from "../protocol/body-text";
import { refusal, send } from "../protocol/requests";
import { messageOf } from "../text/error";
import { printable, printableLines } from "../text/printable";
import { formatDuration } from "../text/units";

/** An examination under way, or done. */
class Examination {
  readonly steps = signal<readonly unknown[]>([]);
  readonly verdict = signal("Checking the connection…");
  readonly #work = new AbortController();

  stop(): void {
    this.#work.abort();
  }

  async run(): Promise<void> {
    const verdict = await this.#examine().catch(
      (problem: unknown) => `The check did not finish: ${messageOf(problem)}`,
    );
    this.verdict.value = verdict;
    if (!this.#work.signal.aborted) announce(verdict);
  }

  // Shows each step as soon as it is done. Returns the verdict.
  async #examine(): Promise<string> {
    let verdict = "Everything works now.";
    const response = await send(hostPath("doctor"), { method: "POST", signal: this.#work.signal });
    if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
    for await (const { event, data } of eventsOf(response.body, () => undefined)) {
      if (event === "end") return verdict;
      if (event !== "step") continue;
      const step: unknown = JSON.parse(data);
      this.steps.value = [...this.steps.peek(), step];
      if (memberAt(step, "outcome") === "failed") verdict = "The last step shows the problem.";
    }
    throw new Error("It was interrupted.");
  }
}

/** Examines the way to the server, and shows each step in a dialog. */
export function openDoctor(): void {
  const examination = new Examination();
  const children = <Steps examination={examination} />;
  openNotice({ name: "doctor", title: "Connection check", children }, () => examination.stop());
  void examination.run();
}

interface StepsProps {
  readonly examination: Pick<Examination, "steps" | "verdict">;
}

/** The steps of an examination, and their verdict. */
export function Steps({ examination: { steps, verdict } }: StepsProps): VNode {
  return (
    <>
      <p class="hint">{verdict}</p>
      <ol class="doctor-steps">
        {steps.value.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
    </>
  );
}

const OUTCOMES = new Map([
  ["ok", "✓"],
  ["warning", "!"],
  ["failed", "✗"],
]);

function Step({ step }: { readonly step: unknown }): VNode {
  const text = (name: string) => {
    const member = memberAt(step, name);
    return typeof member === "string" ? member : "";
  };
  const time = memberAt(step, "milliseconds");
  const next = text("next");
  const outcome = text("outcome");
  return (
    <li data-outcome={printable(outcome)}>
      <span class="doctor-mark" role="img" aria-label={printable(outcome)}>
        {OUTCOMES.get(outcome) ?? "?"}
      </span>
      <strong>{printable(text("step"))}</strong>
      <span class="hint">{typeof time === "number" ? formatDuration(time) : ""}</span>
      <p class="prose">{printableLines(text("seen"))}</p>
      {next && <p class="prose doctor-next">{printableLines(next)}</p>}
    </li>
  );
}
