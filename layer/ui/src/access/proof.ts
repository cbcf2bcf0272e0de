// The proof that the program at this address is the one that has given this page its key. Once that program has ended, another one can
// listen there, and must get neither the token nor credentials.

import { hostPath } from "../protocol/host";
import { memberAt } from "../json/plain";
import { randomDigits } from "../text/hexadecimal";
import { sha256 } from "../text/sha256";
import { isInContact, proven } from "./contact";

const NONCE_HEADER = "Mcp-Ui-Nonce";

let asking: Promise<boolean> | undefined;

/** Returns whether the program knows the key. Throws if nothing answers. */
export async function isSameProgram(key: string): Promise<boolean> {
  if (isInContact()) return true;
  asking ??= ask(key).finally(() => (asking = undefined));
  return asking;
}

async function ask(key: string): Promise<boolean> {
  const nonce = randomDigits(16);
  const expected = await sha256(new TextEncoder().encode(`mcp-ui start${key}${nonce}`));
  // Without hashes, on an insecure origin, whoever listens to the network has the token anyway.
  if (expected === undefined) return true;
  const response = await fetch(hostPath("start"), { method: "POST", headers: { [NONCE_HEADER]: nonce } });
  const answer: unknown = await response.json().catch(() => undefined);
  const isProven = memberAt(answer, "proof") === expected;
  if (isProven) proven();
  return isProven;
}
