// The state of an app. If it stays blank, a sentence that explains why, and a checklist.
const STATE_WORDS = {
  reading: "Reading the app's resource …",
  offered: "Not loaded yet",
  connecting: "Loading the sandbox …",
  waiting: "Waiting for ui/initialize …",
  initializing: "Waiting for ui/notifications/initialized …",
  ready: "Ready",
  closed: "Closed",
  failed: "Failed",
};
const CHECKLIST_MS = 3000;

function appStatus(run) {
  const words = element("span.app-state", { role: "status" });
  const failure = element("div", { role: "status" });
  const checks = element("div.app-checks", { role: "status" });
  let state;
  let timer;
  const draw = () => {
    const diagnosis = run.diagnosis();
    if (words.textContent !== STATE_WORDS[run.state]) words.textContent = STATE_WORDS[run.state];
    words.dataset.state = run.state;
    if (failure.textContent !== diagnosis) failure.replaceChildren(diagnosis && element("p.failure", diagnosis));
    if (state === run.state) return;
    state = run.state;
    clearTimeout(timer);
    checks.replaceChildren();
    if (run.isPending) timer = setTimeout(() => checks.replaceChildren(checklist(run)), CHECKLIST_MS);
  };
  run.addEventListener("change", draw);
  draw();
  return { words, element: element("div.app-status", failure, checks) };
}

// Common reasons for an incomplete handshake, each with the evidence that this page has.
function checklist(run) {
  const [errors, warnings] = ["error", "warning"].map((kind) => run.notes.filter((note) => note.kind === kind).length);
  const { length: violations } = run.policy.violations;
  const soFar = (count, word) => (count > 0 ? `: ${counted(count, word)} so far` : "");
  const hasMessages = run.log.some(({ direction, dialect }) => direction === "in" && dialect !== "");
  const checks = [
    [hasMessages, "The script connects: it calls connect(), or posts ui/initialize itself."],
    [errors === 0, `The script runs without errors${soFar(errors, "error")}.`],
    [violations === 0, `The policy lets it load what it needs${soFar(violations, "violation")}.`],
    [warnings === 0, `The resource has the type text/html;profile=mcp-app and the URI that the tool names${soFar(warnings, "warning")}.`],
    run.state === "initializing" && [undefined, "The app accepts the response to ui/initialize, which is in the timeline."],
  ].filter(Boolean);
  return element("div", element("p", `No progress for ${CHECKLIST_MS / 1000} seconds. Worth checking:`), element("ul", checks.map(([good, text]) => element("li", { class: good ? "good" : good === false && "bad" }, text))));
}
