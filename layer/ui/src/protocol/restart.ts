import { hostPath } from "./host";
import { readResponse } from "./requests";

/** Has the program that runs the server start its process anew. */
export async function restartServer(): Promise<void> {
  await readResponse(hostPath("restart"), { method: "POST" });
}
