// The token of a local command that serves this page. It comes in the fragment of the address, which browsers do not send, and every
// request has it in a header.

const HEADER = "Mcp-Ui-Token";
const KEY = "mcp-ui:start-token";

let token = "";

// Takes the token out of the address, so that it stays out of bookmarks, links and the browser's history. The tab keeps it, so that the
// page can be reloaded.
export function takeStartToken(): void {
  const given = tokenInAddress();
  if (given !== undefined) history.replaceState(null, "", location.pathname + location.search);
  try {
    if (given !== undefined) sessionStorage.setItem(KEY, given);
    token = given ?? sessionStorage.getItem(KEY) ?? "";
  } catch {
    // The browser blocks storage: the token lasts until the page is reloaded.
    token = given ?? "";
  }
}

// Loads the page again when the address of a new start is opened in the same tab, which only changes the fragment.
export function followStartToken(): void {
  addEventListener("hashchange", () => {
    if (tokenInAddress() !== undefined) location.reload();
  });
}

function tokenInAddress(): string | undefined {
  return /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1];
}

export function startTokenHeader(): readonly (readonly [name: string, value: string])[] {
  return token ? [[HEADER, token]] : [];
}
