// The sign-in at the authorization server of the MCP server, as the program that runs the page reports it.

import { signal } from "@preact/signals";
import { hostPath } from "../protocol/host";
import { readResponse } from "../protocol/requests";
import { messageOf } from "../text/error";
import { type SignIn, parsedSignIn } from "./state";

export const signIn = signal<SignIn>({ state: "idle" });

// Asks for the present state, begins a sign-in, or forgets the grant.
export async function request(method: "GET" | "POST" | "DELETE"): Promise<SignIn> {
  if (method === "POST") signIn.value = { state: "asking" };
  try {
    const { text } = await readResponse(hostPath("authorization"), { method });
    signIn.value = parsedSignIn(text);
  } catch (problem) {
    signIn.value = { state: "failed", message: messageOf(problem) };
  }
  return signIn.value;
}
