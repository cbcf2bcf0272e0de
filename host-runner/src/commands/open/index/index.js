// Loads the list of servers with the token of the page. As in the explorer (`layer/ui/src/access/start-token.ts`), it comes for the code in
// the fragment of the address, the tab keeps it, and other tabs give it to a new one.
const KEY = "mcp-ui:start-tokens";
const CHANNEL = "mcp-ui:start";
const ANSWER_MS = 250;
const EXCHANGE_MS = 2000;
const MORE_ANSWERS_MS = 50;

let tokens;
// The key of proofs, in the memory of this page only.
let key;

// The SHA-256 of a text in hexadecimal digits; undefined on insecure origins, where browsers do not hash.
async function hashOf(text) {
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return digest && hex(new Uint8Array(digest));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function codeInAddress() {
  return /^#code=([0-9a-f]{32})$/.exec(location.hash)?.[1];
}

async function exchanged(code) {
  try {
    const response = await fetch("/start", { method: "POST", headers: { "Mcp-Ui-Code": code } });
    if (!response.ok) return undefined;
    const { page, agents, key: ofProgram } = await response.json();
    key = ofProgram;
    return { page, agents, since: Date.now(), keyHash: await hashOf(key) };
  } catch {
    return undefined;
  }
}

// Returns the tokens unless the program refuses them, because they are of an earlier start.
async function ofProgram(candidate) {
  return candidate && (await takeKey(candidate)) !== "refused" ? candidate : undefined;
}

async function takeKey({ page, keyHash }) {
  try {
    const response = await fetch("/start", { method: "POST", headers: { "Mcp-Ui-Token": page } });
    if (!response.ok) return "refused";
    const { key: given } = await response.json();
    // Another program at this address has another key.
    if (typeof given !== "string" || (await hashOf(given)) !== keyHash) return "refused";
    key = given;
    return "taken";
  } catch {
    return "unreachable";
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? undefined;
  } catch {
    return undefined;
  }
}

function ofOtherTabs(patience) {
  const channel = new BroadcastChannel(CHANNEL);
  let newest;
  return new Promise((resolve) => {
    const finish = () => {
      channel.close();
      resolve(newest);
    };
    channel.onmessage = ({ data }) => {
      if (!data.page) return;
      if (!newest) setTimeout(finish, MORE_ANSWERS_MS);
      if (data.since > (newest?.since ?? 0)) newest = data;
    };
    channel.postMessage("ask");
    setTimeout(finish, patience);
  });
}

async function takeTokens() {
  const code = codeInAddress();
  if (code) history.replaceState(null, "", location.pathname);
  const channel = new BroadcastChannel(CHANNEL);
  let isAsked = false;
  const answer = async () => {
    if (isAsked && tokens && (await isSameProgram().catch(() => false))) channel.postMessage(tokens);
  };
  channel.onmessage = ({ data }) => {
    if (data !== "ask") return;
    isAsked = true;
    void answer();
  };
  tokens = (code && (await exchanged(code))) ?? (await ofProgram(kept())) ?? (await ofProgram(await ofOtherTabs(code ? EXCHANGE_MS : ANSWER_MS)));
  try {
    if (tokens) sessionStorage.setItem(KEY, JSON.stringify(tokens));
  } catch {
    // The browser blocks storage: the tokens last until the page is reloaded.
  }
  void answer();
}

addEventListener("hashchange", () => {
  if (codeInAddress()) location.reload();
});
// Returns whether the program at this address is the one that has given this page its key (`layer/ui/src/access/proof.ts`).
async function isSameProgram() {
  if (!tokens || !crypto.subtle) return true;
  if (!key) {
    const taken = await takeKey(tokens);
    if (taken === "unreachable") throw new TypeError("The program does not answer.");
    if (taken === "refused") return false;
  }
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const expected = await hashOf(`mcp-ui start${key}${nonce}`);
  const response = await fetch("/start", { method: "POST", headers: { "Mcp-Ui-Nonce": nonce } });
  const { proof } = await response.json();
  return proof === expected;
}

const main = document.querySelector("main");
let shown;

async function refresh() {
  let isStarting = true;
  try {
    if (!(await isSameProgram())) {
      main.textContent = "Another program listens at this address, or mcp-ui was started again. Open the newest address in the terminal.";
      return;
    }
    const response = await fetch("/servers", { headers: tokens ? { "Mcp-Ui-Token": tokens.page } : {} });
    const text = await response.text();
    if (!response.ok) {
      main.textContent = text;
      return;
    }
    const list = new DOMParser().parseFromString(text, "text/html").body;
    isStarting = list.querySelector("[data-state=starting]") !== null;
    if (text !== shown) main.replaceChildren(...list.childNodes);
    shown = text;
  } catch {
    shown = undefined;
    main.textContent = "mcp-ui does not answer. Start it again in the terminal.";
  }
  setTimeout(refresh, isStarting ? 1000 : 5000);
}

void takeTokens().then(refresh);
