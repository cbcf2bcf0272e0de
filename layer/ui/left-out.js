// The tools that the server lists and the explorer cannot: how many, and at a click which and why.

// `isCurrent` tells whether the list that they are missing from is still the one that is shown. A server that does not say has none.
async function showLeftOut(isCurrent) {
  const server = await readAnswer(`${ROOT_PATH}/server`).then(JSON.parse).catch(() => undefined);
  if (!isCurrent()) return;
  const tools = Array.isArray(server?.excludedTools) ? server.excludedTools.filter(isObject) : [];
  byId("left-out").replaceChildren(...(tools.length > 0 ? [leftOutView(tools)] : []));
}

function leftOutView(tools) {
  const row = ({ name, index, reason }) => {
    const known = typeof name === "string" ? element("code", nameNode(name)) : `tool number ${Number(index) + 1}`;
    return element("li", known, element("div.hint", spelled(inWords(reason ?? ""), 500)));
  };
  return unfolding(`${counted(tools.length, "tool was", "tools were")} left out`, () => {
    const list = element("ul.app-notes");
    const more = fillPaged(list, tools.length, (index) => row(tools[index]));
    return element("div", { tabindex: 0, role: "region", "aria-label": "Tools that were left out" }, list, more);
  });
}
