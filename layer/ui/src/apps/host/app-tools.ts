// The tools that an app offers to this page.

import { memberAt } from "../../json/plain";
import type { HostedApp } from "../model/hosted-app";
import { isTool } from "../../protocol/tools";
import { messageOf } from "../../text/error";

// The time for the answer of an app that is asked for its tools, or to run one, in seconds. Then the request fails.
export const APP_TOOL_SECONDS = 30;
// The tools of an app that are shown. Further ones are left out, which a note says.
const MAX_APP_TOOLS = 50;

export async function listAppTools(app: HostedApp): Promise<void> {
  try {
    if (!app.bridge) throw new Error("The app is closed.");
    const listed = memberAt(await app.bridge.request("tools/list", {}, APP_TOOL_SECONDS), "tools");
    if (!Array.isArray(listed)) throw new Error("The response has no list of tools.");
    const tools = listed.filter(isTool);
    if (tools.length > MAX_APP_TOOLS) {
      app.note("refused", `The app offers ${tools.length} tools; the first ${MAX_APP_TOOLS} are shown.`);
    }
    app.appTools = tools.slice(0, MAX_APP_TOOLS);
  } catch (problem) {
    app.note("warning", `The app's tools cannot be listed: ${messageOf(problem)}`);
  }
  app.announce("change");
}
