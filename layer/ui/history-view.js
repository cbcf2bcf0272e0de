// The last calls of one tool, with actions to show, reuse, repeat and clear them.

function historyView(tool, { onUse, onRun, onShow, onClear }) {
  const calls = callsOf(tool);
  if (!HISTORY_ON) return element("p.hint", "The server has disabled the call history.");
  if (calls.length === 0) return element("p.hint", "Calls of this tool will be listed here. They are kept in this browser only, without token and headers.");
  const clearing = (label, clear) =>
    button(label, () => {
      clear();
      onClear();
    }, "quiet small");
  const row = (call) => {
    const time = new Date(call.started);
    const action = (label, act) => act && button(label, () => act(call), "quiet small");
    const actions = [call.text === undefined ? element("span.hint", "Response not kept") : action("Show", onShow), action("Use arguments", onUse), action("Run again", onRun)];
    return element(
      "li",
      element("div.result-head", callFacts(call), element("time.hint", time.toLocaleString()), element("span.field-actions", actions)),
      element("code.hint", clipped(call.arguments.replace(/\s+/g, " "), 300)),
    );
  };
  const bar = element("div.viewer-bar", element("span.hint", "Kept in this browser only."), clearing("Clear these", () => clearCalls(tool)), clearing("Clear for all tools", () => writeHistory([])));
  return element("div", bar, element("ol.calls", calls.map(row)));
}
