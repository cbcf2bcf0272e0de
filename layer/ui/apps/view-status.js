// Where an app stands, and when it stays blank, why: one sentence, and what is worth checking.
const STATE_WORDS = {
  reading: "Reading the app's resource …",
  connecting: "Loading the sandbox …",
  waiting: "Waiting for ui/initialize …",
  initializing: "Waiting for ui/notifications/initialized …",
  ready: "Ready",
  closed: "Closed",
  failed: "Failed",
};
const PATIENCE_MS = 3000;

function appStatus(run) {
  const words = element("span.app-state", { role: "status" });
  const failure = element("p.failure", { role: "status" });
  const checks = element("div.app-checks", { role: "status" });
  let state;
  let timer;
  const draw = () => {
    const diagnosis = run.diagnosis();
    if (words.textContent !== STATE_WORDS[run.state]) words.textContent = STATE_WORDS[run.state];
    words.dataset.state = run.state;
    if (failure.textContent !== diagnosis) failure.textContent = diagnosis;
    if (state === run.state) return;
    state = run.state;
    clearTimeout(timer);
    checks.replaceChildren();
    if (isPending(state)) timer = setTimeout(() => checks.replaceChildren(checklist(run)), PATIENCE_MS);
  };
  run.addEventListener("change", draw);
  draw();
  return { words, element: element("div.app-status", failure, checks) };
}

function isPending(state) {
  return ["connecting", "waiting", "initializing"].includes(state);
}

// What commonly keeps an app from its handshake, each with what this page can tell of it.
function checklist(run) {
  const [errors, warnings] = ["error", "warning"].map((kind) => run.notes.filter((note) => note.kind === kind).length);
  const { violations } = run.policy;
  const heard = run.log.some(({ direction, dialect }) => direction === "in" && dialect !== "");
  const checks = [
    [run.state === "initializing" ? undefined : heard, "The script connects: it calls connect(), or posts ui/initialize itself."],
    [errors === 0, `The script runs without errors${errors > 0 ? `: ${counted(errors, "error")} so far` : ""}.`],
    [violations.length === 0, `The policy lets it load what it needs${violations.length > 0 ? `: ${counted(violations.length, "violation")} so far` : ""}.`],
    [warnings === 0, `The resource has the type text/html;profile=mcp-app and the address of the tool's${warnings > 0 ? `: see ${counted(warnings, "warning")} in the notes` : ""}.`],
    [run.state === "initializing" ? undefined : true, "The app accepts the answer to ui/initialize."],
  ];
  const seconds = PATIENCE_MS / 1000;
  return element("div", element("p", `Nothing more for ${seconds} seconds. Worth checking:`), element("ul", checks.map(([good, text]) => element("li", { class: good ? "good" : good === false && "bad" }, text))));
}
