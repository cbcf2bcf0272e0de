// The tokens of a local command that serves this page: one for the page, which every request has in a header, and one for agents. The
// page gets both for the code in the fragment of its address, which works once, so that no token is in the browser's history.

import { hasHostEndpoint, hostPath } from "../protocol/host";
import { memberAt } from "../json/plain";
import { proven } from "./contact";
import { sha256 } from "../text/sha256";
import { isSameProgram } from "./proof";

const HEADER = "Mcp-Ui-Token";
const CODE_HEADER = "Mcp-Ui-Code";
const KEY = "mcp-ui:start-tokens";
const CHANNEL = "mcp-ui:start";
// The time for other tabs to answer a page without tokens, which each does once the program has proven itself to it. Later answers are
// ignored.
const ANSWER_MS = 2000;
// The time for further answers after the first. Later ones are ignored.
const MORE_ANSWERS_MS = 50;
// The attempts to exchange a code while the program cannot be reached. After them, the page asks other tabs.
const ATTEMPTS = 2;

interface Tokens {
  readonly page: string;
  readonly agents: string;
  // The time of the exchange: the newest tokens are those of the program that runs.
  readonly since: number;
  // The hash of the key of proofs, by which the page tells the program after it was loaded again. Missing where the browser
  // does not hash.
  readonly keyHash?: string | undefined;
}

let tokens: Tokens | undefined;
// The key of proofs, which is in the memory of this page only.
let key: string | undefined;

/**
 * Takes the code out of the address and exchanges it. The tab keeps the tokens, so that the page can be reloaded; a
 * page without any asks the other tabs.
 */
export async function takeStartTokens(): Promise<void> {
  if (!hasHostEndpoint("start")) return;
  const code = codeInAddress();
  if (code !== undefined) history.replaceState(null, "", location.pathname + location.search);
  const answer = answerOtherTabs();
  const found = (code === undefined ? undefined : await exchanged(code)) ?? (await ofProgram(keptTokens()));
  tokens = found ?? (await ofProgram(await tokensOfOtherTabs()));
  if (!tokens) return;
  keep(tokens);
  answer();
}

// Returns the tokens unless the program refuses them, because they are of an earlier start.
async function ofProgram(candidate: Tokens | undefined): Promise<Tokens | undefined> {
  return candidate && (await takeKey(candidate)) !== "refused" ? candidate : undefined;
}

// Requests the key of proofs.
async function takeKey({ page, keyHash }: Tokens): Promise<"taken" | "refused" | "unreachable"> {
  try {
    const response = await fetch(hostPath("start"), { method: "POST", headers: { [HEADER]: page } });
    if (!response.ok) return "refused";
    const given = keyIn(await response.json());
    // Another program at this address has another key. Where nothing can be hashed, nothing can be proven.
    if (given === undefined || (await hashOf(given)) !== keyHash) return "refused";
    key = given;
    proven();
    return "taken";
  } catch {
    return "unreachable";
  }
}

function hashOf(secret: string): Promise<string | undefined> {
  return sha256(new TextEncoder().encode(secret));
}

/** Returns a name that only pages of the same program know, since it is made with the key of proofs. */
export async function secretName(name: string): Promise<string | undefined> {
  return hashOf(JSON.stringify([name, key ?? ""]));
}

function keyIn(answer: unknown): string | undefined {
  const found = memberAt(answer, "key");
  return typeof found === "string" ? found : undefined;
}

/** Loads the page again when the address of a new start is opened in the same tab, which only changes the fragment. */
export function followStartToken(): void {
  addEventListener("hashchange", () => {
    if (codeInAddress() !== undefined) location.reload();
  });
}

function codeInAddress(): string | undefined {
  return hasHostEndpoint("start") ? /^#code=([0-9a-f]{32})$/.exec(location.hash)?.[1] : undefined;
}

async function exchanged(code: string): Promise<Tokens | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(hostPath("start"), { method: "POST", headers: { [CODE_HEADER]: code } });
      if (!response.ok) return undefined;
      const answer: unknown = await response.json();
      key = keyIn(answer);
      proven();
      return parsedTokens({ ...(answer as object), since: Date.now(), keyHash: key && (await hashOf(key)) });
    } catch {
      // The next request says what is wrong.
    }
  }
  return undefined;
}

function keptTokens(): Tokens | undefined {
  try {
    return parsedTokens(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
  } catch {
    return undefined;
  }
}

function keep(kept: Tokens): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The browser blocks storage: the tokens last until the page is reloaded.
  }
}

function tokensOfOtherTabs(): Promise<Tokens | undefined> {
  const channel = new BroadcastChannel(CHANNEL);
  let newest: Tokens | undefined;
  return new Promise((resolve) => {
    const finish = () => {
      channel.close();
      resolve(newest);
    };
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      const found = parsedTokens(data);
      if (!found) return;
      if (!newest) setTimeout(finish, MORE_ANSWERS_MS);
      if (found.since > (newest?.since ?? 0)) newest = found;
    });
    channel.postMessage("ask");
    setTimeout(finish, ANSWER_MS);
  });
}

// Answers other tabs that ask. Returns the function that answers those that have asked before this tab had tokens.
function answerOtherTabs(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let isAsked = false;
  // Another program may have taken the place of this one, and its page may ask.
  const answer = async () => {
    if (isAsked && tokens && (await mayUseToken().catch(() => false))) channel.postMessage(tokens);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (data !== "ask") return;
    isAsked = true;
    void answer();
  });
  return () => void answer();
}

function parsedTokens(value: unknown): Tokens | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { page, agents, since, keyHash } = value as Partial<Record<string, unknown>>;
  const areKnown = typeof page === "string" && typeof agents === "string" && typeof since === "number";
  return areKnown ? { page, agents, since, keyHash: typeof keyHash === "string" ? keyHash : undefined } : undefined;
}

export function startTokenHeader(): readonly (readonly [name: string, value: string])[] {
  return tokens ? [[HEADER, tokens.page]] : [];
}

/** The header that other MCP clients need. */
export function agentsTokenHeader(): readonly (readonly [name: string, value: string])[] {
  return tokens ? [[HEADER, tokens.agents]] : [];
}

/** Returns whether the token may be sent. Throws if nothing answers. */
export async function mayUseToken(): Promise<boolean> {
  if (!tokens) return true;
  if (key === undefined) {
    const taken = await takeKey(tokens);
    if (taken === "unreachable") throw new TypeError("The program does not answer.");
    if (taken === "refused") return false;
  }
  return key !== undefined && isSameProgram(key);
}

export function hasStartToken(): boolean {
  return tokens !== undefined;
}

/** Returns whether the page has no tokens of a program that demands them. */
export function isWithoutTokens(): boolean {
  return tokens === undefined && hasHostEndpoint("start");
}
