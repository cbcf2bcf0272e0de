import type { HostedApp } from "./hosted-app";
import { type AppPolicy, harmfulViolations, isEval } from "./policy";
import { remedy } from "./remedy";

export type DiagnosedApp = Pick<HostedApp, "failure" | "phase" | "notes" | "isLate"> & {
  readonly policy: Pick<AppPolicy, "violations">;
};

const NEEDS_EVAL =
  "The app needs eval, which no policy of MCP Apps allows: hosts that follow the specification cannot show it. The relaxed policy does not allow it either.";

/** Explains why an app stays blank; returns "" if nothing is wrong. */
export function diagnosisOf({ failure, phase, notes, policy, isLate }: DiagnosedApp): string {
  if (failure) return failure;
  if (harmfulViolations(policy).some(isEval)) return NEEDS_EVAL;
  if (phase !== "waiting" && phase !== "initializing") return "";
  const error = notes.find(({ kind }) => kind === "error");
  const violation = isLate && !error ? policy.violations[0] : harmfulViolations(policy).find((one) => !isEval(one));
  const causes = [
    ...(violation ? [`Its policy (${violation.directive}) kept it from ${violation.blocked}.`] : []),
    ...(violation ? [remedy(violation.directive, violation.blocked)] : []),
    ...(error ? [`Before the app was ready: ${error.text}`] : []),
  ];
  if (causes.length > 0) return causes.filter(Boolean).join(" ");
  if (!isLate) return "";
  if (phase === "initializing")
    return "The app received the response to ui/initialize but never sent ui/notifications/initialized.";
  return "The app never sent ui/initialize: it does not call connect(), or it was not made for MCP Apps.";
}
