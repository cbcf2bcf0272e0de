// Tabs, from a list of { name, panel, fresh }. A panel is a node, or a function that creates it when it is first opened, or each time
// if `fresh` is set.
function tabSet(label, tabs, { initial, onChoose } = {}) {
  const list = element("div.tabs", { role: "tablist", "aria-label": label });
  const panels = element("div");
  const entries = tabs.map((entry, index) => {
    const tab = button(entry.name, () => choose(index), "", { role: "tab", id: freshId() });
    const body = element("div", { role: "tabpanel", id: freshId(), "aria-labelledby": tab.id });
    tab.setAttribute("aria-controls", body.id);
    list.append(tab);
    panels.append(body);
    return { ...entry, tab, body };
  });

  function choose(chosen) {
    const focused = document.activeElement;
    const isWithin = panels.contains(focused);
    entries.forEach(({ tab, body, panel, fresh }, index) => {
      tab.setAttribute("aria-selected", index === chosen);
      tab.tabIndex = index === chosen ? 0 : -1;
      body.hidden = index !== chosen;
      if (index === chosen && (fresh || !body.hasChildNodes())) body.replaceChildren(typeof panel === "function" ? panel() : panel);
    });
    // The focused element may have been removed or hidden.
    if (isWithin && !focused.checkVisibility()) entries[chosen].tab.focus();
    onChoose?.(entries[chosen].name);
  }

  list.addEventListener("keydown", (event) => {
    const current = entries.findIndex(({ tab }) => tab === document.activeElement);
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose((to + entries.length) % entries.length);
    list.querySelector("[aria-selected=true]").focus();
  });
  const chooseNamed = (name) => choose(Math.max(0, entries.findIndex((entry) => entry.name === name)));
  chooseNamed(initial);
  return { list, panels, choose: chooseNamed };
}
