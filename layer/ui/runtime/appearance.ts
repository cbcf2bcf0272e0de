// The theme and the language, which the host determines; until it does, those of the system.

import { type PlainObject, isObject } from "../src/json/plain";
import type { Connection } from "./dialect";
import type { Theme, UiState } from "./state";

type Appearance = Pick<UiState, "theme" | "darkMode" | "locale">;

function stateOf(dark: MediaQueryList): Pick<Appearance, "theme" | "darkMode"> {
  return { theme: dark.matches ? "dark" : "light", darkMode: dark.matches };
}

function systemDark(window: Window): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

export function systemAppearance(window: Window): Appearance {
  return { ...stateOf(systemDark(window)), locale: window.navigator.language };
}

// Follows the system until the host names a theme, which shows in the color scheme of the document.
export function followSystem({ window, store }: Connection): void {
  const dark = systemDark(window);
  const { style } = window.document.documentElement;
  dark.addEventListener("change", () => style.colorScheme || store.set(stateOf(dark)));
}

// Takes over what the host says of itself: also its colors and fonts, as custom properties of the document.
export function adapt({ window, store }: Connection, { theme, locale, styles }: PlainObject): void {
  const { style } = window.document.documentElement;
  const variables = isObject(styles) && isObject(styles["variables"]) ? styles["variables"] : {};
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith("--") && typeof value === "string") style.setProperty(name, value);
  }
  if (isTheme(theme)) {
    style.colorScheme = theme;
    store.set({ theme, darkMode: theme === "dark" });
  }
  if (typeof locale === "string" && isLocale(locale)) store.set({ locale });
}

function isTheme(theme: unknown): theme is Theme {
  return theme === "light" || theme === "dark";
}

// A tag that `Intl` refuses would make every UI throw that formats numbers or dates.
function isLocale(locale: string): boolean {
  try {
    return Boolean(new Intl.Locale(locale));
  } catch {
    return false;
  }
}
