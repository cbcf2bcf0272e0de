// What can be tried on an app: how it is shown, what the policy lets it do, and what it is permitted. The app is told, or loaded
// anew where that is what it takes.
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
  const check = element("label.check", { title: "Also allows blob: and data: sources, which the specification does not; loads the app anew" }, relaxed, "Relaxed policy");
  return element("div.app-switches", { role: "group", "aria-label": "Try the app with" }, field("Theme", theme), field("Locale", locale), field("Width", width), check, permissions);
}

function isLocale(text) {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

// Nothing is permitted before the user says so, and nothing can be that the resource does not ask for.
function permissionBoxes(run) {
  const place = element("fieldset", { hidden: true });
  let asked;
  const draw = () => {
    if (run.state === "reading" || asked === run.permissions.join()) return;
    asked = run.permissions.join();
    const boxes = run.permissions.map((value) => element("input", { type: "checkbox", value, checked: run.tried.permissions?.includes(value) }));
    for (const box of boxes) box.addEventListener("change", () => run.try("permissions", boxes.filter(({ checked }) => checked).map(({ value }) => value)));
    place.replaceChildren(element("legend", "It asks for"), ...boxes.map((box) => element("label.check", box, APP_PERMISSIONS[box.value])));
    place.hidden = boxes.length === 0;
  };
  return { element: place, draw };
}
