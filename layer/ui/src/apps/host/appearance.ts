import type { PlainObject } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";

/** The theme, the style variables and the locale that an app is told. */
export const SYSTEM_DARK = matchMedia("(prefers-color-scheme: dark)");

// The page itself uses the standard variables; its additional ones have other prefixes.
const STANDARD_VARIABLE = /^--(color|font|border|shadow)-/;

export function appearanceOf(app: HostedApp): PlainObject {
  return { theme: themeOf(app), styles: { variables: styleVariables() } };
}

export function localeOf({ tried }: HostedApp): string {
  return tried.locale ?? navigator.language;
}

function themeOf({ tried }: HostedApp): string | undefined {
  const theme = document.documentElement.dataset["theme"];
  const system = SYSTEM_DARK.matches ? "dark" : "light";
  return tried.theme ?? (theme === "auto" ? system : theme);
}

function styleVariables(): Record<string, string> {
  const rules = [...(document.styleSheets[0]?.cssRules ?? [])].filter((rule) => rule instanceof CSSStyleRule);
  const root = rules.find(({ selectorText }) => selectorText === ":root");
  const computed = getComputedStyle(document.documentElement);
  const names = [...(root?.style ?? [])].filter((name) => STANDARD_VARIABLE.test(name));
  return Object.fromEntries(names.map((name) => [name, computed.getPropertyValue(name).trim()]));
}
