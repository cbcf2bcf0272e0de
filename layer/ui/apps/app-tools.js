// The tools that an app itself offers to this page.
const APP_TOOL_SECONDS = 30;
const MOST_APP_TOOLS = 50;

async function listAppTools(run) {
  try {
    const { tools } = await run.bridge.ask("tools/list", {}, APP_TOOL_SECONDS);
    const named = tools.filter((tool) => typeof tool?.name === "string");
    if (named.length > MOST_APP_TOOLS) run.note("refused", `The app offers ${named.length} tools; the first ${MOST_APP_TOOLS} are shown.`);
    run.appTools = named.slice(0, MOST_APP_TOOLS);
  } catch (problem) {
    run.note("warning", `The app's own tools cannot be listed: ${problem.message}`);
  }
  run.announce("change");
}
