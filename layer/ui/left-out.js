// The tools that the explorer excluded from the list: their number, and on a click their names and the reasons.

// `isCurrent` returns whether the list that belongs to this response is still shown. An absent `excludedTools` means none.
async function showLeftOut(isCurrent) {
  const server = await fetchText(`${ROOT_PATH}/server`).then(JSON.parse).catch(() => undefined);
  if (!isCurrent()) return;
  const tools = Array.isArray(server?.excludedTools) ? server.excludedTools.filter(isObject) : [];
  byId("left-out").replaceChildren(...(tools.length > 0 ? [leftOutView(tools)] : []));
}

function leftOutView(tools) {
  const row = ({ name, index, reason }) => {
    const label = typeof name === "string" ? element("code", nameNode(name)) : `tool number ${Number(index) + 1}`;
    return element("li", label, element("div.hint", printable(asText(reason ?? ""), 500)));
  };
  return lazyDetails(`${counted(tools.length, "tool was", "tools were")} left out`, () => {
    const list = element("ul.app-notes");
    const more = fillPaged(list, tools.length, (index) => row(tools[index]));
    return element("div", { tabindex: 0, role: "region", "aria-label": "Tools that were left out" }, list, more);
  });
}
