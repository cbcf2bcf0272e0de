// Light, dark, or as the system says. The server presets it; the user's own choice is kept in this browser.
const THEMES = ["auto", "light", "dark"];
const THEME_KEY = `mcp-explorer theme ${ROOT_PATH}`;

function startTheme() {
  const { dataset } = document.documentElement;
  const trigger = byId("theme");
  const show = (theme) => {
    dataset.theme = theme;
    trigger.lastElementChild.textContent = theme;
    trigger.setAttribute("aria-label", `Colours: ${theme}`);
  };
  show([stored(THEME_KEY), dataset.theme].find((theme) => THEMES.includes(theme)) ?? "auto");
  trigger.addEventListener("click", () => {
    show(THEMES[(THEMES.indexOf(dataset.theme) + 1) % THEMES.length]);
    store(THEME_KEY, dataset.theme);
  });
}
