// Starts the page and ties its parts together: the list, the chosen tool, the address.
const sessions = new Map();
const pageTitle = document.title;
let current;
let listing = 0;

const toolList = new ToolList({});

function showCount(total) {
  const filtered = toolList.words.length > 0;
  byId("count").textContent = filtered ? `${toolList.matches.toLocaleString("en")} of ${counted(total, "tool")}` : counted(total, "tool");
  const note = byId("list-note");
  if (total > 0 && toolList.matches === 0) note.replaceChildren(element("p", {}, "Nothing matches."), button("Clear the filter", clearFilter));
  else if (total === 0) note.replaceChildren(element("p", {}, "The server has no tools."));
  else note.replaceChildren();
}

function clearFilter() {
  byId("filter").value = "";
  applyFilter();
  byId("filter").focus();
}

function applyFilter() {
  toolList.setFilter(byId("filter").value);
  showCount(toolList.haystacks?.size ?? 0);
}

async function loadTools() {
  const mine = (listing += 1);
  byId("list").setAttribute("aria-busy", true);
  try {
    const tools = await fetchTools();
    if (mine !== listing) return;
    toolList.setTools(tools);
    showCount(tools.length);
    if (!current) showWelcome(tools);
  } catch (problem) {
    if (mine !== listing) return;
    toolList.setTools([]);
    byId("count").textContent = "";
    const needsToken = problem.status === 401 || problem.status === 403;
    byId("list-note").replaceChildren(
      element("p", { class: "failure", role: "alert" }, needsToken ? `The server wants to know who asks: ${problem.message}` : problem.message),
      needsToken ? button("Give a token", openAccessDialog, { class: "primary" }) : button("Try again", reload),
    );
  } finally {
    if (mine === listing) byId("list").removeAttribute("aria-busy");
  }
}

function reload() {
  for (const session of sessions.values()) if (session !== current && !session.run) session.stale = true;
  return Promise.all([loadTools(), current && !current.run && current.load()]);
}

function showWelcome(tools) {
  const hint = tools.length > 0 ? "Choose a tool from the list to read about it and to try it." : "This server offers no tools yet.";
  byId("tool").replaceChildren(element("div", { class: "welcome" }, element("p", {}, hint)));
}

// Opens what the address names. A link fills in arguments; it never runs anything.
async function followAddress() {
  const link = readLink(location.hash);
  document.body.dataset.view = link ? "tool" : "list";
  current = undefined;
  if (!link) {
    document.title = pageTitle;
    toolList.select(undefined);
    showWelcome(toolList.groups);
    return;
  }
  const { name, argumentsText } = link;
  if (!sessions.has(name)) sessions.set(name, new ToolSession(name, { onRunning: (tool, running) => toolList.setRunning(tool, running), onDraft: linkDraft }));
  const session = sessions.get(name);
  current = session;
  document.title = `${spelled(name, 100)} · ${pageTitle}`;
  toolList.select(name);
  byId("tool").replaceChildren(session.element);
  byId("tool").scrollTop = 0;
  if (!session.detail || session.stale) {
    session.stale = false;
    await session.load(argumentsText);
  } else if (argumentsText !== undefined && argumentsText !== session.draft.text) {
    session.draft.set(argumentsText, "link");
  }
  if (current === session) writeAddress();
}

// Keeps the address true to the arguments, without adding to the browser's history.
function writeAddress() {
  if (!current) return;
  const link = toolLink(current.name, current.linkedArguments());
  if (link !== location.hash) history.replaceState(null, "", link);
}

const writeAddressSoon = debounced(writeAddress, 400);

function linkDraft(session) {
  if (session === current) writeAddressSoon();
}

function openTool(name) {
  if (name !== undefined) location.hash = toolLink(name);
}

function start() {
  startTheme();
  startAccessDialog(reload);
  startShortcuts({
    run: () => MAY_EXECUTE && current?.start(),
    validate: () => current?.draft && runValidation(current),
    step: (step) => openTool(toolList.neighbour(step)),
  });
  byId("reload").addEventListener("click", () => reload().then(() => announce("Reloaded")));
  byId("skip").addEventListener("click", () => byId("tool").focus());
  byId("back").addEventListener("click", () => {
    const name = current?.name;
    location.hash = "#/";
    setTimeout(() => toolList.focusRow(toolList.rows.findIndex((row) => row.tool?.name === name)));
  });
  const filter = byId("filter");
  filter.addEventListener("input", applyFilter);
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && filter.value) clearFilter();
    else if (event.key === "ArrowDown") toolList.focusRow(0);
    else if (event.key === "Enter") openTool(toolList.rows.find((row) => row.tool)?.tool.name);
    else return;
    event.preventDefault();
  });
  window.addEventListener("hashchange", followAddress);
  followAddress();
  loadTools();
}

start();
