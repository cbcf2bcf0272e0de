// The tools that an app offers to this page.
const APP_TOOL_SECONDS = 30;
const MAX_APP_TOOLS = 50;

async function listAppTools(run) {
  try {
    const { tools } = await run.bridge.request("tools/list", {}, APP_TOOL_SECONDS);
    const valid = tools.filter((tool) => typeof tool?.name === "string");
    if (valid.length > MAX_APP_TOOLS) run.note("refused", `The app offers ${valid.length} tools; the first ${MAX_APP_TOOLS} are shown.`);
    run.appTools = valid.slice(0, MAX_APP_TOOLS);
  } catch (problem) {
    run.note("warning", `The app's tools cannot be listed: ${problem.message}`);
  }
  run.announce("change");
}
