import { VERBATIM, freshId } from "../../dom/attributes";
import { button, element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";

// Switches to try an app with other settings or a relaxed policy, behind one button. The app is notified, or reloaded if
// necessary.
const RELAXED_TITLE = "Also allows blob: and data: sources, which the specification does not; reloads the app";
const THEMES = [
  ["", "Match page"],
  ["light", "light"],
  ["dark", "dark"],
] as const;

interface AppSwitches {
  // The button that shows and hides the switches.
  readonly toggle: HTMLButtonElement;
  readonly element: HTMLElement;
  draw(): void;
}

export function appSwitches(app: HostedApp): AppSwitches {
  const { tried } = app;
  const themes = THEMES.map(([value, label]) => element("option", { value }, label));
  const onTheme = () => {
    app.try("theme", theme.value || undefined);
  };
  const theme = element("select", { onchange: onTheme }, themes);
  theme.value = tried.theme ?? "";
  const onLocale = () => {
    const isKnown = locale.value === "" || isLocale(locale.value);
    locale.setAttribute("aria-invalid", String(!isKnown));
    if (isKnown) app.try("locale", locale.value || undefined);
  };
  const locale = element("input", {
    value: tried.locale,
    placeholder: navigator.language,
    ...VERBATIM,
    onchange: onLocale,
  });
  const onWidth = () => {
    app.try("width", width.validity.valid && width.value ? Number(width.value) : undefined);
  };
  const range = { type: "number", min: 160, max: 4000, step: 10 };
  const width = element("input", { ...range, value: tried.width, placeholder: "full", onchange: onWidth });
  const onRelaxed = () => {
    app.try("relaxed", relaxed.checked);
  };
  const relaxed = element("input", { type: "checkbox", checked: tried.relaxed, onchange: onRelaxed });
  const group = element(
    "div.app-switches",
    { role: "group", "aria-label": "Try the app with", id: freshId(), hidden: true },
    element("label", "Theme", theme),
    element("label", "Locale", locale),
    element("label", "Width", width),
    element("label.check", { title: RELAXED_TITLE }, relaxed, "Relaxed policy"),
  );
  const onToggle = () => {
    group.hidden = !group.hidden;
    toggle.ariaExpanded = String(!group.hidden);
  };
  const toggle = button("Try with…", onToggle, "quiet small", { "aria-expanded": "false", "aria-controls": group.id });
  const draw = () => {
    const changed = [tried.theme, tried.locale, tried.width, tried.relaxed].filter(Boolean).length;
    toggle.textContent = changed > 0 ? `Try with… (${changed})` : "Try with…";
  };
  return { toggle, element: group, draw };
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
