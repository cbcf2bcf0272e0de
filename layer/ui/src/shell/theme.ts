import { byId } from "../dom/page";
import { store, stored } from "../dom/storage";

// Light, dark, or the system's setting. The server sets the default; the user's choice is stored in this browser, for
// all pages of this origin.
const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "mcp-explorer theme";

export function startTheme(): void {
  const { dataset } = document.documentElement;
  const trigger = byId("theme");
  let current = "auto";
  const show = (theme: string) => {
    current = theme;
    dataset["theme"] = theme;
    if (trigger.lastElementChild) trigger.lastElementChild.textContent = theme;
    trigger.setAttribute("aria-label", `Colours: ${theme}`);
  };
  const wanted = [stored(THEME_KEY), dataset["theme"]].find((theme) => theme && THEMES.includes(theme));
  show(wanted ?? "auto");
  trigger.addEventListener("click", () => {
    // The first click always changes something: it leads from the system's theme to the other one.
    const order = matchMedia("(prefers-color-scheme: dark)").matches ? THEMES : ["auto", "dark", "light"];
    show(order[(order.indexOf(current) + 1) % order.length] ?? "auto");
    store(THEME_KEY, current);
  });
}
