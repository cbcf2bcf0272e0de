import type { HostedApp } from "./hosted-app";
import { type AppPolicy, harmfulViolations, isEval } from "./policy";

export type DiagnosedApp = Pick<HostedApp, "failure" | "phase" | "notes" | "isLate"> & {
  readonly policy: Pick<AppPolicy, "violations">;
};

/** Explains in one sentence why an app stays blank; returns "" if nothing is wrong. */
export function diagnosisOf({ failure, phase, notes, policy, isLate }: DiagnosedApp): string {
  if (failure) return failure;
  if (phase !== "waiting" && phase !== "initializing") return "";
  const error = notes.find(({ kind }) => kind === "error");
  if (error) return `Before the app was ready: ${error.text}`;
  const violation = isLate ? policy.violations[0] : harmfulViolations(policy).find((one) => !isEval(one));
  if (violation)
    return `Before the app was ready, its policy (${violation.directive}) kept it from ${violation.blocked}.`;
  if (!isLate) return "";
  if (phase === "initializing")
    return "The app received the response to ui/initialize but never sent ui/notifications/initialized.";
  return "The app never sent ui/initialize: it does not call connect(), or it was not made for MCP Apps.";
}
