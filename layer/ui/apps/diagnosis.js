// Why nothing is to be seen of an app, in one sentence; "" when nothing is wrong.
function diagnosisOf({ failure, state, notes, policy, isLate }) {
  if (failure) return failure;
  if (state !== "waiting" && state !== "initializing") return "";
  const error = notes.find(({ kind }) => kind === "error");
  if (error) return `Before the app was ready: ${error.text}`;
  // The official library tries whether it may use eval, and goes on without.
  const violation = policy.violations.find(({ blocked }) => blocked !== "eval" || isLate);
  if (violation) return `Before the app was ready, its policy (${violation.directive}) kept it from ${violation.blocked}.`;
  if (!isLate) return "";
  if (state === "initializing") return "The app got an answer to ui/initialize and never sent ui/notifications/initialized: it did not take the answer.";
  return "The app never sent ui/initialize: it does not call connect(), or it was not made for MCP Apps.";
}
