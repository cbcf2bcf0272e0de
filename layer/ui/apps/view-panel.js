// The panel of an app: its head, switches, status, stage and inspector.
function appPanel(run) {
  const stage = new AppStage(run);
  const status = appStatus(run);
  const name = element("h3", "App ", element("span.mono.hint", nameNode(run.uri, 100)));
  const modes = modeButtons(run);
  const reload = button("Reload", () => run.reload(), "quiet small");
  const leave = () => {
    reload.focus();
    run.close();
  };
  const close = button("Close", leave, "quiet small");
  const head = element("header.app-head", name, status.words, element("span.field-actions", modes.buttons, reload, close));
  const permissions = permissionBoxes(run);
  const draw = () => {
    const { title, name: appName, version } = run.appInfo ?? {};
    if (appName) name.replaceChildren(nameNode(asText(title ?? appName), 100), " ", element("span.hint", printable(asText(version ?? ""), 40)));
    close.hidden = run.isOver;
    for (const one of modes.buttons) one.hidden = run.isOver || !run.frame;
    modes.draw();
    permissions.draw();
    stage.draw();
  };
  run.addEventListener("change", draw);
  const panel = element("section.app-panel", { "aria-label": regionLabel(run, "App") }, head, appSwitches(run, permissions.element), status.element, stage.element, appInspector(run));
  draw();
  return panel;
}

// Labels with the URI distinguish the regions of several apps on one page.
function regionLabel({ uri }, label) {
  return `${label}, ${printable(uri, 100)}`;
}

function modeButtons(run) {
  const buttons = Object.entries(MODE_WORDS).map(([mode, label]) => button(label, () => run.try("displayMode", run.mode === mode ? "inline" : mode), "quiet small", { "data-mode": mode, "aria-pressed": false }));
  const draw = () => {
    const listed = run.appCapabilities.availableDisplayModes;
    for (const one of buttons) {
      one.setAttribute("aria-pressed", one.dataset.mode === run.mode);
      one.disabled = Array.isArray(listed) && !listed.includes(one.dataset.mode);
      one.title = one.disabled ? "The app does not list this display mode" : "";
    }
  };
  return { buttons, draw };
}
