// The sign-in at the authorization server of the MCP server, as the program that runs the page reports it.

import { signal } from "@preact/signals";
import { hostPath } from "../protocol/host";
import { readResponse } from "../protocol/requests";
import { messageOf } from "../text/error";
import { type SignInEvent, parsedEvents } from "./events";
import { type SignIn, parsedSignIn } from "./state";

export const signIn = signal<SignIn>({ state: "idle" });

/** The requests of the last sign-in. */
export const events = signal<readonly SignInEvent[]>([]);

// The number of requests. Only the answer to the last one counts: a Cancel may overtake what it cancels.
let requests = 0;

/**
 * Asks for the present state, begins a sign-in or goes on with it, or signs out. A sign-in goes on until the person has
 * to do something: with "step" before each request, with "issuer=…" at this authorization server. "flow" ends it, and
 * "failure" takes note of one that has failed.
 */
export async function request(
  method: "GET" | "POST" | "DELETE",
  query: "" | "step" | "flow" | "failure" | `issuer=${string}` = "",
): Promise<SignIn> {
  if (method === "POST") signIn.value = { state: "asking" };
  requests += 1;
  const number = requests;
  try {
    const { text } = await readResponse(hostPath("authorization") + (query && `?${query}`), { method });
    if (number !== requests) return signIn.value;
    events.value = parsedEvents(text);
    signIn.value = parsedSignIn(text);
  } catch (problem) {
    if (number === requests) signIn.value = { state: "failed", message: messageOf(problem) };
  }
  return signIn.value;
}
