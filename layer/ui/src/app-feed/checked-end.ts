// The end of a call, as an app may be told of it: a UI that the server has added gets no data that it cannot show.

import { printable } from "../text/printable";
import { misfitOfResult } from "../ui-catalog/added";
import { type AgentCall, type CallEnd, cancelledBy, finalResult } from "./agent-call";

// More results at the same time are not shown.
const MOST_CHECKS = 32;

let checks = 0;

export async function checkedEnd({ operation }: AgentCall, uri: string, end: CallEnd): Promise<CallEnd> {
  if (checks >= MOST_CHECKS) return cancelledBy("Too many results came at once.");
  checks += 1;
  const misfit = await misfitOfResult(uri, finalResult(operation));
  checks -= 1;
  return misfit ? cancelledBy(`No UI: ${printable(misfit, 500)}.`) : end;
}
