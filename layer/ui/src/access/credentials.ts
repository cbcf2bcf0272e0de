// The credentials sent with every request. They are kept in this module only, never in storage, links or the call
// history.

import { startTokenHeader } from "./start-token";

export interface Credentials {
  readonly token: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

let credentials: Credentials = { token: "", headers: [] };

export function currentCredentials(): Credentials {
  return credentials;
}

export function setCredentials(entered: Credentials): void {
  credentials = entered;
}

// Throws if a name or a value cannot be sent as a header.
export function accessHeaders({ token, headers }: Credentials = credentials): Headers {
  const all = new Headers();
  if (token) all.set("Authorization", `Bearer ${token}`);
  for (const [name, value] of [...headers, ...startTokenHeader()]) all.append(name, value);
  return all;
}

export function hasAccess(): boolean {
  return hasEnteredAccess() || startTokenHeader().length > 0;
}

export function hasEnteredAccess(): boolean {
  return credentials.token !== "" || credentials.headers.length > 0;
}

// Returns whether a text contains one of the credentials: some tools echo the headers that they receive.
export function containsCredentials(text: string): boolean {
  const secrets = [credentials.token, ...[...credentials.headers, ...startTokenHeader()].map(([, value]) => value)];
  return secrets.some((secret) => secret && text.includes(secret));
}
