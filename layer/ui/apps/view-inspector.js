// A look behind an app, in tabs. The parts are drawn anew when what they show has changed and they are in sight, a few times a
// second at most.
const INSPECTOR_KEY = `mcp-explorer app inspector ${ROOT_PATH}`;
const INSPECTOR_MS = 150;

function appInspector(run) {
  const details = unfolding("Behind the app", () => inspectorTabs(run));
  details.className = "app-inspector";
  details.open = stored(INSPECTOR_KEY) === "open";
  details.addEventListener("toggle", () => store(INSPECTOR_KEY, details.open ? "open" : "closed"));
  return details;
}

function inspectorTabs(run) {
  const parts = inspectorParts(run);
  const draw = () => parts.forEach((part, index) => drawPart(part, tabs.list.children[index]));
  const tabs = tabSet("Behind the app", parts.map(({ name, place }) => ({ name, panel: place })), { onChoose: () => queueMicrotask(draw) });
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

// `sees` is what a part's view is made from, `count` how much there is of it.
function inspectorParts(run) {
  const { notes, model } = run;
  const part = (name, sees, view, count = () => 0) => ({ name, sees, view, count, place: element("div"), seen: [] });
  return [
    part("Timeline", () => [run], () => [appHandshake(run), new AppTimeline(run).element]),
    part("Policy", () => [run.permissions, run.policy, run.policy.text, run.policy.violations.length], () => appPolicyView(run), () => run.policy.rejected.length + run.policy.violations.length),
    part("Notes", () => [notes.length], () => appNotesView(run), () => notes.length),
    part("Model", () => [model.messages.length, model.context], () => appModelView(run), () => model.messages.length + (model.context ? 1 : 0)),
    part("Tools", () => [run.appTools], () => appToolsView(run), () => run.appTools.length),
    part("Source", () => [run.html], () => appSourceView(run)),
  ];
}

function drawPart(part, tab) {
  const count = part.count();
  tab.lastChild.textContent = count > 0 ? ` ${count.toLocaleString("en")}` : "";
  const sees = part.sees();
  if (!part.place.checkVisibility() || (part.seen.length > 0 && sees.every((value, index) => value === part.seen[index]))) return;
  part.seen = sees;
  part.place.replaceChildren(...[part.view()].flat());
}
