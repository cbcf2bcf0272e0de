import { hostPath } from "./host";
import { readResponse } from "./requests";

/** Has the program that runs a server start its process anew: that of this page, or that with another path. */
export async function restartServer(path = hostPath("restart")): Promise<void> {
  await readResponse(path, { method: "POST" });
}
