// The state of a sign-in, and the address that a person visits.

import { memberAt, parsedJson } from "../json/plain";
import { displayName, printable } from "../text/printable";

// The characters that are shown of a text of a server in the dialog. A longer one is cut.
export const LONGEST = 300;

export type SignIn =
  // "waiting" for the person to let the next request be sent, "framed" in a page of another site, where no answer arrives.
  | { readonly state: "idle" | "required" | "asking" | "waiting" | "framed" }
  // The person is to choose one of these authorization servers.
  | { readonly state: "choosing"; readonly issuers: readonly string[] }
  // The person is to visit the address, to which the authorization server sends them.
  | { readonly state: "visiting"; readonly url: string; readonly issuer: string }
  | { readonly state: "granted"; readonly issuer: string; readonly scope: string }
  // "isSignOut" if the grant could not be revoked.
  | { readonly state: "failed"; readonly message: string; readonly isSignOut?: boolean };

export function parsedSignIn(json: string): SignIn {
  const value = parsedJson(json);
  const text = (name: string) => {
    const member = memberAt(value, name);
    return typeof member === "string" ? member : "";
  };
  switch (text("state")) {
    case "choosing": {
      const issuers = memberAt(value, "issuers");
      return {
        state: "choosing",
        issuers: Array.isArray(issuers) ? issuers.filter((one) => typeof one === "string") : [],
      };
    }
    case "visiting":
      return isWebAddress(text("url"))
        ? { state: "visiting", url: text("url"), issuer: text("issuer") }
        : { state: "failed", message: "The authorization server has no web address." };
    case "granted":
      return { state: "granted", issuer: text("issuer"), scope: text("scope") };
    case "failed":
      return { state: "failed", message: text("message") };
    case "required":
      return { state: "required" };
    case "waiting":
      return { state: "waiting" };
    default:
      return { state: "idle" };
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["https:", "http:"].includes(new URL(text).protocol);
}

/** The facts that a person should know before a visit, from the address itself. */
export function visitFacts(url: string): { host: string; facts: [name: string, value: string][] } {
  const { host, searchParams } = new URL(url);
  const names = { resource: "For", scope: "Scopes", client_id: "Client", redirect_uri: "Back to" };
  const facts = Object.entries(names).flatMap(([parameter, name]): [string, string][] => {
    const value = searchParams.get(parameter);
    return value === null ? [] : [[name, value]];
  });
  return { host, facts };
}

/** Returns whether an address is at another host than the authorization server that leads to it. */
export function isElsewhere(url: string, issuer: string): boolean {
  return !URL.canParse(issuer) || new URL(issuer).origin !== new URL(url).origin;
}

/**
 * An authorization server for display. Letters of other scripts in its host, which can look like others, are shown in
 * ASCII.
 */
export function issuerName(issuer: string): string {
  if (!URL.canParse(issuer)) return displayName(issuer, LONGEST);
  const { origin, pathname, search } = new URL(issuer);
  return printable(origin + (pathname === "/" ? "" : pathname) + search, LONGEST);
}

/** Returns whether a sign-in is under way. */
export function isUnderWay({ state }: SignIn): boolean {
  return ["asking", "choosing", "waiting", "visiting"].includes(state);
}
