// Loads the list of servers with the token, which comes in the fragment of the address as for the explorer, and which
// the tab keeps under the same key.
const KEY = "mcp-ui:start-token";

function tokenInAddress() {
  return /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1];
}

const given = tokenInAddress();
let token = given ?? "";
if (given) history.replaceState(null, "", location.pathname);
try {
  if (given) sessionStorage.setItem(KEY, given);
  token ||= sessionStorage.getItem(KEY) ?? "";
} catch {
  // The browser blocks storage: the token lasts until the page is reloaded.
}
addEventListener("hashchange", () => {
  if (tokenInAddress()) location.reload();
});

const main = document.querySelector("main");
let shown;

async function refresh() {
  let isStarting = true;
  try {
    const response = await fetch("/servers", { headers: token ? { "Mcp-Ui-Token": token } : {} });
    const text = await response.text();
    if (!response.ok) {
      main.textContent = text;
      return;
    }
    const list = new DOMParser().parseFromString(text, "text/html").body;
    isStarting = list.querySelector("[data-state=starting]") !== null;
    // A link that is opened in a new tab brings the token along.
    if (token) for (const link of list.querySelectorAll("a")) link.hash = `token=${token}`;
    if (text !== shown) main.replaceChildren(...list.childNodes);
    shown = text;
  } catch {
    shown = undefined;
    main.textContent = "mcp-ui does not answer. Start it again in the terminal.";
  }
  setTimeout(refresh, isStarting ? 1000 : 5000);
}

refresh();
