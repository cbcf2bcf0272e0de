import { VERBATIM, element } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";

// Switches to try an app with other settings, a relaxed policy or permissions. The app is notified, or reloaded if
// necessary.
const RELAXED_TITLE = "Also allows blob: and data: sources, which the specification does not; reloads the app";
const THEMES = [
  ["", "as the page"],
  ["light", "light"],
  ["dark", "dark"],
] as const;

export function appSwitches(app: HostedApp, permissions: HTMLElement): HTMLElement {
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
  return element(
    "div.app-switches",
    { role: "group", "aria-label": "Try the app with" },
    element("label", "Theme", theme),
    element("label", "Locale", locale),
    element("label", "Width", width),
    element("label.check", { title: RELAXED_TITLE }, relaxed, "Relaxed policy"),
    permissions,
  );
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
