// Light, dark, or as the system says. The server presets it; the user's own choice is kept in this browser.
const THEMES = ["auto", "light", "dark"];
const THEME_KEY = `mcp-explorer theme ${ROOT_PATH}`;

function startTheme() {
  const page = document.documentElement;
  const trigger = byId("theme");
  const show = (theme) => {
    page.dataset.theme = theme;
    const label = `Colours: ${theme === "auto" ? "as the system" : theme}`;
    trigger.lastElementChild.textContent = theme[0].toUpperCase() + theme.slice(1);
    trigger.setAttribute("aria-label", label);
  };
  const kept = stored(THEME_KEY);
  show(THEMES.includes(kept) ? kept : THEMES.includes(page.dataset.theme) ? page.dataset.theme : "auto");
  trigger.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(page.dataset.theme) + 1) % THEMES.length];
    show(next);
    store(THEME_KEY, next);
    announce(trigger.getAttribute("aria-label"));
  });
}

// Storage may be switched off in the browser; the page then does without.
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is kept then.
  }
}
