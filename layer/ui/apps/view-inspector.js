// A look behind an app, in tabs. The parts are drawn anew when what they show has changed and they are in sight, a few times a
// second at most.
const INSPECTOR_KEY = `mcp-explorer app inspector ${ROOT_PATH}`;
const INSPECTOR_MS = 150;

function appInspector(run) {
  // Followed from the start: the log does not keep everything.
  const handshake = appHandshake(run);
  const odd = element("span.hint");
  const details = unfolding(["Behind the app", odd], () => inspectorTabs(run, handshake));
  details.className = "app-inspector";
  details.open = stored(INSPECTOR_KEY) === "open";
  run.addEventListener("change", () => (odd.textContent = oddities(run)));
  details.addEventListener("toggle", () => store(INSPECTOR_KEY, details.open ? "open" : "closed"));
  return details;
}

// What is worth a look while the look is closed.
function oddities({ notes, policy: { violations } }) {
  return [notes.length > 0 && ` · ${counted(notes.length, "note")}`, violations.length > 0 && ` · ${counted(violations.length, "violation")}`].filter(Boolean).join("");
}

function inspectorTabs(run, handshake) {
  const parts = inspectorParts(run, handshake);
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
function inspectorParts(run, handshake) {
  const part = (name, sees, view, count = () => 0) => ({ name, sees, view, count, place: element("div"), seen: [] });
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
  const sees = part.sees();
  if (!part.place.checkVisibility() || (part.seen.length > 0 && sees.every((value, index) => value === part.seen[index]))) return;
  part.seen = sees;
  part.place.replaceChildren(...[part.view()].flat());
}
