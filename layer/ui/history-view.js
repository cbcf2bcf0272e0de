// The last calls of one tool: to look at, to take up again, to clear.

function historyView(tool, { onUse, onRun, onLook }) {
  const view = element("div", { class: "history" });
  const refresh = () => view.replaceChildren(...historyNodes(tool, { onUse, onRun, onLook }, refresh));
  refresh();
  return { view, refresh };
}

function historyNodes(tool, actions, refresh) {
  if (!HISTORY_ON) return [element("p", { class: "hint" }, "The server has switched the history of calls off.")];
  const calls = callsOf(tool);
  if (calls.length === 0) return [element("p", { class: "hint" }, "Calls of this tool will be listed here. They are kept in this browser only, without token and headers.")];
  const clearThis = button("Clear these", () => {
    forgetCalls(tool);
    refresh();
  }, { class: "quiet" });
  const clearAll = button("Clear for all tools", () => {
    writeHistory([]);
    refresh();
  }, { class: "quiet" });
  const bar = element("div", { class: "viewer-bar" }, element("p", { class: "hint" }, "Kept in this browser only."), clearThis, clearAll);
  return [bar, element("ol", { class: "calls" }, calls.map((call) => historyRow(call, actions)))];
}

function historyRow(call, { onUse, onRun, onLook }) {
  const time = new Date(call.started);
  const kept = call.text !== undefined;
  return element(
    "li",
    {},
    element(
      "div",
      { class: "call-head" },
      element("strong", { class: `outcome ${call.kind.replace(" ", "-")}` }, call.kind === "failure" ? "Failed" : call.headline),
      element("time", { class: "hint", datetime: time.toISOString() }, time.toLocaleString()),
      element("span", { class: "hint" }, [call.status && `HTTP ${call.status}`, durationInWords(call.duration), sizeInWords(call.size ?? 0)].filter(Boolean).join(" · ")),
      element(
        "span",
        { class: "field-actions" },
        kept ? button("Look", () => onLook(call), { class: "quiet small" }) : element("span", { class: "hint" }, "answer not kept"),
        button("Use arguments", () => onUse(call), { class: "quiet small" }),
        onRun && button("Run again", () => onRun(call), { class: "quiet small" }),
      ),
    ),
    element("code", { class: "call-arguments" }, clipped(call.arguments.replace(/\s+/g, " "), 300)),
  );
}
