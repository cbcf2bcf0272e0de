// The sign-in that the program around the page does, and whose token it keeps.

import { hostPath } from "../protocol/host";
import { readResponse } from "../protocol/requests";
import { messageOf } from "../text/error";
import { parsedEvents } from "./events";
import { type SignInWay, events, signIn } from "./model";
import { parsedSignIn } from "./state";

// The number of requests. Only the answer to the last one counts: a Cancel may overtake what it cancels.
let requests = 0;

async function request(method: "GET" | "POST" | "DELETE", query = ""): Promise<void> {
  if (method === "POST") signIn.value = { state: "asking" };
  requests += 1;
  const number = requests;
  try {
    const { text } = await readResponse(hostPath("authorization") + query, { method });
    if (number !== requests) return;
    events.value = parsedEvents(text);
    signIn.value = parsedSignIn(text);
  } catch (problem) {
    const isSignOut = method === "DELETE" && !query;
    if (number === requests) signIn.value = { state: "failed", message: messageOf(problem), isSignOut };
  }
}

const goOn = (isStepwise: boolean): Promise<void> => request("POST", isStepwise ? "?step" : "");

// The program itself knows what the MCP server has asked for.
export const program: SignInWay = {
  look: () => request("GET"),
  begin: goOn,
  release: goOn,
  choose: (issuer) => request("POST", `?issuer=${encodeURIComponent(issuer)}`),
  cancel: () => request("DELETE", "?flow"),
  dismiss: () => request("DELETE", "?failure"),
  signOut: () => request("DELETE"),
};
