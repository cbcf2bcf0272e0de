import { type PlainObject, asText } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import { clipped } from "../../text/printable";

// The violations of the policy that are kept for an app. Further ones are ignored.
const MAX_VIOLATIONS = 200;

/** Handles a report of the sandbox. An app can forge it, so it is only shown, or ends the app. */
export function handleReport(app: HostedApp, report: PlainObject): void {
  const { kind, directive, blocked, sample, message } = report;
  const line = Number.isInteger(report["line"]) ? Number(report["line"]) : 0;
  const text = (value: unknown) => clipped(asText(value ?? ""), 500);
  const { violations } = app.policy;
  if (kind === "navigation") app.onNavigated();
  else if (kind === "error") {
    const place = line > 0 ? ` in line ${line}` : "";
    app.note("error", `The app's script failed${place}: ${text(message).split("\n", 1).join("")}`);
  } else if (kind === "violation" && violations.length < MAX_VIOLATIONS) {
    violations.push({ directive: text(directive), blocked: text(blocked), sample: text(sample), line });
    app.announce("change");
  }
}
