// Checks of an address that a server asks a person to open.

import { readAddress } from "../text/address";
import { placeOf } from "../text/place";

export interface CheckedUrl {
  readonly url: URL;
  /** The address in three parts, the second of which is the host with its port. */
  readonly parts: readonly [before: string, host: string, after: string];
  readonly warnings: readonly string[];
  /** Something unusual, but harmless. */
  readonly note: string;
}

const SCHEMES = ["http:", "https:"];

/** Returns the reason if the address must not be opened. */
export function checkUrl(text: string | undefined): CheckedUrl | string {
  const url = readAddress(text, SCHEMES);
  if (typeof url === "string") return url;
  const { href, protocol, host, hostname, username, password } = url;
  const warnings: string[] = [];
  const place = placeOf(hostname);
  if (hostname.split(".").some((label) => label.startsWith("xn--"))) {
    warnings.push("The host has letters beyond a to z, written as “xn--…”. It may imitate the name of another site.");
  }
  if (username || password) {
    warnings.push(
      "The address contains a user name. The part before “@” is not the site: the site is the marked host.",
    );
  }
  if (place === "network") {
    warnings.push("The address leads to your own network, where devices may trust whoever reaches them.");
  }
  if (protocol === "http:" && place !== "computer") {
    warnings.push("The connection is not encrypted (http): others on the network can read and change it.");
  }
  const userInfo = username || password ? href.indexOf("@") + 1 - protocol.length - 2 : 0;
  const start = protocol.length + 2 + userInfo;
  return {
    url,
    warnings,
    note: place === "computer" ? "The address leads to this computer." : "",
    parts: [href.slice(0, start), host, href.slice(start + host.length)],
  };
}
