// Tabs, from a list of { name, panel }. A panel is a node, or a function that makes it when it is first opened.
function tabSet(label, tabs, { initial, onChoose } = {}) {
  const list = element("div", { role: "tablist", "aria-label": label, class: "tabs" });
  const panels = element("div", { class: "tab-panels" });
  const entries = tabs.map(({ name, panel }, index) => {
    const tabId = freshId("tab");
    const panelId = freshId("panel");
    const tab = button(name, () => choose(index), { role: "tab", id: tabId, "aria-controls": panelId });
    const body = element("div", { role: "tabpanel", id: panelId, "aria-labelledby": tabId, class: "tab-panel" });
    list.append(tab);
    panels.append(body);
    return { name, tab, body, panel };
  });

  function choose(index) {
    entries.forEach(({ tab, body, panel }, other) => {
      tab.setAttribute("aria-selected", other === index);
      tab.tabIndex = other === index ? 0 : -1;
      body.hidden = other !== index;
      if (other === index && body.childNodes.length === 0) body.append(typeof panel === "function" ? panel() : panel);
    });
    onChoose?.(entries[index].name);
  }

  list.addEventListener("keydown", (event) => {
    const current = entries.findIndex(({ tab }) => tab === document.activeElement);
    const to = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + entries.length) % entries.length;
    choose(index);
    entries[index].tab.focus();
  });
  const indexOf = (name) => Math.max(0, entries.findIndex((entry) => entry.name === name));
  choose(indexOf(initial));
  return { list, panels, choose: (name) => choose(indexOf(name)) };
}
