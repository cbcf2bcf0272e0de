// The inspector of an app, in tabs. A visible part is redrawn when its data has changed, a few times per second at most.
const INSPECTOR_KEY = `mcp-explorer app inspector ${ROOT_PATH}`;
const INSPECTOR_MS = 150;

function appInspector(run) {
  // Created at the start, because the log does not keep everything.
  const handshake = appHandshake(run);
  const counts = element("span.hint");
  const details = lazyDetails(["Behind the app", counts], () => inspectorTabs(run, handshake));
  details.className = "app-inspector";
  details.open = stored(INSPECTOR_KEY) === "open";
  run.addEventListener("change", () => (counts.textContent = problemCounts(run)));
  details.addEventListener("toggle", () => store(INSPECTOR_KEY, details.open ? "open" : "closed"));
  return details;
}

// The numbers of notes and violations, shown while the inspector is closed.
function problemCounts({ notes, policy: { violations } }) {
  return [notes.length > 0 && ` · ${counted(notes.length, "note")}`, violations.length > 0 && ` · ${counted(violations.length, "violation")}`].filter(Boolean).join("");
}

function inspectorTabs(run, handshake) {
  const parts = inspectorParts(run, handshake);
  const draw = () => parts.forEach((part, index) => drawPart(part, tabs.list.children[index]));
  const tabs = tabSet("Behind the app", parts.map(({ name, panel }) => ({ name, panel })), { onChoose: () => queueMicrotask(draw) });
  for (const tab of tabs.list.children) tab.append(element("span.hint"));
  let due;
  run.addEventListener("change", () => {
    due ??= setTimeout(() => {
      due = undefined;
      draw();
    }, INSPECTOR_MS);
  });
  return element("div", tabs.list, tabs.panels);
}

// `inputs` returns the values that a part's view depends on, `count` the number shown on its tab.
function inspectorParts(run, handshake) {
  const part = (name, inputs, view, count = () => 0) => ({ name, inputs, view, count, panel: element("div"), drawn: [] });
  return [
    part("Timeline", () => [run], () => [handshake, new AppTimeline(run).element]),
    part("Policy", () => [run.permissions, run.policy, run.policy.text, run.policy.violations.length], () => appPolicyView(run), () => run.policy.rejected.length + run.policy.violations.length),
    part("Notes", () => [run.notes.length], () => appNotesView(run), () => run.notes.length),
    part("Model", () => [run.model], () => appModelView(run), () => run.model.messages.length + (run.model.context ? 1 : 0)),
    part("Tools", () => [run.appTools], () => appToolsView(run), () => run.appTools.length),
    part("Source", () => [run.html], () => appSourceView(run)),
  ];
}

function drawPart(part, tab) {
  const count = part.count();
  tab.lastChild.textContent = count > 0 ? ` ${count.toLocaleString("en")}` : "";
  const inputs = part.inputs();
  if (!part.panel.checkVisibility() || (part.drawn.length > 0 && inputs.every((value, index) => value === part.drawn[index]))) return;
  part.drawn = inputs;
  part.panel.replaceChildren(...[part.view()].flat());
}
