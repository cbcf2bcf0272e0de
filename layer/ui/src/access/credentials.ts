// The credentials sent with every request. They are kept in this module only, never in storage, links or the call
// history.

import { signal } from "@preact/signals";
import { type Fingerprint, contains } from "../text/fingerprint";
import { agentsTokenHeader, hasStartToken, startTokenHeader } from "./start-token";

type Header = readonly [name: string, value: string];

/** The credentials as the person has entered them. */
export interface Entered {
  readonly token: string;
  readonly headers: readonly Header[];
}

/** The same as the server has sealed them. */
export interface Sealed {
  readonly sealed: string;
  readonly names: readonly string[];
  readonly marks: readonly Fingerprint[];
}

/** The token of a sign-in in this page, as the server has sealed it. */
export interface SignedIn {
  readonly sealed: string;
  /** Of this token, and of those that it has replaced. */
  readonly marks: readonly Fingerprint[];
  /** Called before each request: a token that is about to expire is replaced. */
  readonly renew: () => Promise<void>;
}

const SEALED_HEADER = "Mcp-Ui-Access";
const NOTHING: Entered = { token: "", headers: [] };

const current = signal<Entered | Sealed>(NOTHING);

/** Undefined if nobody has signed in, and where the program around the page keeps the token. */
export const signedIn = signal<SignedIn | undefined>(undefined);

export function currentCredentials(): Entered | Sealed {
  return current.value;
}

export function setCredentials(kept: Entered | Sealed): void {
  current.value = kept;
}

/** Called when the server cannot open what it has sealed, since it was started again. */
export function forgetCredentials(): void {
  current.value = NOTHING;
  signedIn.value = undefined;
}

/** The headers of a request to the explorer. Throws if a name or a value cannot be sent as a header. */
export function accessHeaders(entered: Entered | Sealed = current.peek()): Headers {
  const all = hostHeaders();
  if ("sealed" in entered) {
    all.set(SEALED_HEADER, entered.sealed);
  } else {
    if (entered.token) all.set("Authorization", `Bearer ${entered.token}`);
    for (const [name, value] of entered.headers) all.append(name, value);
  }
  // The server uses the last one of several values.
  const token = signedIn.peek();
  if (token) all.append(SEALED_HEADER, token.sealed);
  return all;
}

/** The headers of a request to the program around the explorer, which needs no credentials for the MCP server. */
export function hostHeaders(): Headers {
  const all = new Headers();
  for (const [name, value] of startTokenHeader()) all.set(name, value);
  return all;
}

/** The headers that other MCP clients need: that of this start with its value, and the credentials without theirs. */
export function headersForClients(): Header[] {
  const credentials = current.peek();
  const entered = "sealed" in credentials ? credentials.names : [...accessHeaders(credentials).keys()];
  const names = new Set([...entered.map((name) => name.toLowerCase()), ...(signedIn.peek() ? ["authorization"] : [])]);
  const ofServer = [...names].filter((name) => !name.startsWith("mcp-ui-"));
  const placeholder = (name: string) => (name === "authorization" ? "Bearer <token>" : "<value>");
  return [...agentsTokenHeader(), ...ofServer.map((name): Header => [name, placeholder(name)])];
}

export function hasAccess(): boolean {
  return hasEnteredAccess() || hasStartToken() || signedIn.value !== undefined;
}

export function hasEnteredAccess(): boolean {
  const credentials = current.value;
  return "sealed" in credentials || credentials.token !== "" || credentials.headers.length > 0;
}

/** Returns whether a text contains one of the credentials: some tools echo the headers that they receive. */
export function containsCredentials(text: string): boolean {
  const ofStart = [...startTokenHeader(), ...agentsTokenHeader()].map(([, value]) => value);
  if (ofStart.some((secret) => text.includes(secret))) return true;
  const token = signedIn.peek();
  if (token && (text.includes(token.sealed) || token.marks.some((mark) => contains(text, mark)))) return true;
  const credentials = current.peek();
  if ("sealed" in credentials) {
    return text.includes(credentials.sealed) || credentials.marks.some((mark) => contains(text, mark));
  }
  const secrets = [credentials.token, ...credentials.headers.map(([, value]) => value)];
  return secrets.some((secret) => secret && text.includes(secret));
}
