// Light, dark, or the system's setting. The server sets the default; the user's choice is stored in this browser.
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
