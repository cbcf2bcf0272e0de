// Credentials that the server seals: the page keeps only what the server alone can open.

import { memberAt, parsedJson } from "../json/plain";
import { fetchText } from "../protocol/requests";
import { lost } from "./contact";
import { ROOT_PATH, settings } from "../settings";
import { fingerprintOf } from "../text/fingerprint";
import type { Entered, Sealed } from "./credentials";

/** Returns the credentials as they are kept. Throws the reason, for people, if they cannot be sent. */
export async function sealedIfPossible(entered: Entered): Promise<Entered | Sealed> {
  const ofToken: Entered["headers"] = entered.token ? [["Authorization", `Bearer ${entered.token}`]] : [];
  const headers = [...ofToken, ...entered.headers];
  if (headers.length === 0 || !settings.sealsAccess) return entered;
  const body = JSON.stringify({ headers });
  // They are sent as they are this once, so the program has to prove itself now.
  lost();
  const sealed = memberAt(parsedJson(await fetchText(`${ROOT_PATH}/access`, { method: "POST", body })), "sealed");
  if (typeof sealed !== "string") throw new Error("The server did not seal the credentials.");
  const secrets = [entered.token, ...entered.headers.map(([, value]) => value)].filter(Boolean);
  return { sealed, names: headers.map(([name]) => name), marks: secrets.map(fingerprintOf) };
}
