// The examination of the way to the server, step by step, by the program around the explorer.

import { openDialog } from "../dom/dialogs";
import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { memberAt } from "../json/plain";
import { eventsOf } from "../protocol/event-stream";
import { hasHostEndpoint, hostPath } from "../protocol/host";
import { bodyText } from "../protocol/body-text";
import { HttpError, refusal, send } from "../protocol/requests";
import { messageOf } from "../text/error";
import { printable, printableLines } from "../text/printable";
import { formatDuration } from "../text/units";

// Returns a button that examines the server, if the program can do so and the failure is one of the connection.
export function doctorButton(problem: Error): HTMLButtonElement | undefined {
  const isUnreachable = problem instanceof HttpError && problem.status >= 500;
  return isUnreachable && hasHostEndpoint("doctor") ? button("Find out why", openDoctor) : undefined;
}

function openDoctor(): void {
  const work = new AbortController();
  const title = element("h2", { id: "doctor-title" }, "Connection check");
  const note = element("p.hint", "Checking the connection…");
  const steps = element("ol.doctor-steps");
  const close = element("button.primary", { type: "submit" }, "Close");
  const dialog = element(
    "dialog.doctor",
    { "aria-labelledby": title.id },
    element("form", { method: "dialog" }, title, note, steps, element("div.dialog-actions", close)),
  );
  dialog.addEventListener("close", () => {
    work.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  openDialog(dialog);
  void examine(steps, work.signal).then((verdict) => {
    note.textContent = verdict;
    announce(verdict);
  });
}

// Shows each step as soon as it is done. Returns the verdict.
async function examine(steps: HTMLElement, signal: AbortSignal): Promise<string> {
  let verdict = "Everything works now.";
  try {
    const response = await send(hostPath("doctor"), { method: "POST", signal });
    if (!response.ok || !response.body) throw refusal(response, await bodyText(response));
    for await (const { event, data } of eventsOf(response.body, () => undefined)) {
      if (event === "end") return verdict;
      if (event !== "step") continue;
      const step: unknown = JSON.parse(data);
      steps.append(stepView(step));
      if (memberAt(step, "outcome") === "failed") verdict = "The last step shows the problem.";
    }
    throw new Error("It was interrupted.");
  } catch (problem) {
    return `The check did not finish: ${messageOf(problem)}`;
  }
}

const OUTCOMES = new Map([
  ["ok", "✓"],
  ["warning", "!"],
  ["failed", "✗"],
]);

function stepView(step: unknown): HTMLElement {
  const text = (name: string) => {
    const member = memberAt(step, name);
    return typeof member === "string" ? member : "";
  };
  const time = memberAt(step, "milliseconds");
  const next = text("next");
  const outcome = text("outcome");
  return element(
    "li",
    { "data-outcome": printable(outcome) },
    element("span.doctor-mark", { role: "img", "aria-label": printable(outcome) }, OUTCOMES.get(outcome) ?? "?"),
    element("strong", printable(text("step"))),
    element("span.hint", typeof time === "number" ? formatDuration(time) : ""),
    element("p.prose", printableLines(text("seen"))),
    next && element("p.prose.doctor-next", printableLines(next)),
  );
}
