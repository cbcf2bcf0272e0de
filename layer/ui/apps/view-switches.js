// Switches to try an app with other settings, a relaxed policy or permissions. The app is notified, or reloaded if necessary.
function appSwitches(run, permissions) {
  const { tried } = run;
  const field = (label, control) => element("label", label, control);
  const themes = Object.entries({ "": "as the page", light: "light", dark: "dark" });
  const theme = element("select", { onchange: () => run.try("theme", theme.value || undefined) }, themes.map(([value, label]) => element("option", { value }, label)));
  theme.value = tried.theme ?? "";
  const locale = element("input", { value: tried.locale, placeholder: navigator.language, ...VERBATIM });
  locale.addEventListener("change", () => {
    const known = locale.value === "" || isLocale(locale.value);
    locale.setAttribute("aria-invalid", !known);
    if (known) run.try("locale", locale.value || undefined);
  });
  const width = element("input", { type: "number", value: tried.width, min: 160, max: 4000, step: 10, placeholder: "full" });
  width.addEventListener("change", () => run.try("width", width.validity.valid && width.value ? Number(width.value) : undefined));
  const relaxed = element("input", { type: "checkbox", checked: tried.relaxed, onchange: () => run.try("relaxed", relaxed.checked) });
  const check = element("label.check", { title: "Also allows blob: and data: sources, which the specification does not; reloads the app" }, relaxed, "Relaxed policy");
  return element("div.app-switches", { role: "group", "aria-label": "Try the app with" }, field("Theme", theme), field("Locale", locale), field("Width", width), check, permissions);
}

function isLocale(text) {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

// Permissions need the user's consent, and only those that the resource requests can be granted.
function permissionBoxes(run) {
  const fieldset = element("fieldset", { hidden: true });
  let drawn;
  const draw = () => {
    if (run.state === "reading" || drawn === run.permissions.join()) return;
    drawn = run.permissions.join();
    const boxes = run.permissions.map((value) => element("input", { type: "checkbox", value, checked: run.tried.permissions?.includes(value) }));
    for (const box of boxes) box.addEventListener("change", () => run.try("permissions", boxes.filter(({ checked }) => checked).map(({ value }) => value)));
    fieldset.replaceChildren(element("legend", "It asks for"), ...boxes.map((box) => element("label.check", box, APP_PERMISSIONS[box.value])));
    fieldset.hidden = boxes.length === 0;
  };
  return { element: fieldset, draw };
}
