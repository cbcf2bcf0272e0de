// Starts the page and ties its parts together: the list, the chosen tool, the address.
const toolList = new ToolList();
const sessions = new Map();
const pageTitle = document.title;
let current;
let listing = 0;

function showList(total, message, ...actions) {
  const all = total === undefined ? "" : counted(total, "tool");
  byId("count").textContent = total && toolList.words.length > 0 ? `${toolList.matches.toLocaleString("en")} of ${all}` : all;
  byId("list-note").replaceChildren(...(message ? [message, ...actions] : []));
}

function applyFilter() {
  const filter = byId("filter");
  toolList.setFilter(filter.value);
  const total = toolList.haystacks.size;
  const clear = () => {
    filter.value = "";
    applyFilter();
    filter.focus();
  };
  if (total > 0 && toolList.matches === 0) showList(total, element("p", "Nothing matches."), button("Clear the filter", clear));
  else showList(total);
}

async function loadTools() {
  const mine = (listing += 1);
  try {
    const tools = await fetchTools();
    if (mine !== listing) return;
    toolList.setTools(tools);
    applyFilter();
    if (current) toolList.select(current.name);
    if (tools.length === 0) showList(0, element("p", "The server offers no tools."));
  } catch (problem) {
    if (mine !== listing) return;
    toolList.setTools([]);
    const wantsToken = problem.status === 401;
    const action = wantsToken ? button("Give a token", openAccessDialog, "primary") : button("Try again", reload);
    showList(undefined, element("p.failure", { role: "alert" }, wantsToken ? `The server wants a token: ${problem.message}` : problem.message), action);
  }
}

async function reload() {
  for (const session of sessions.values()) session.outdate();
  await Promise.all([loadTools(), current?.load()]);
  announce("Reloaded");
}

function sessionOf(name) {
  if (!sessions.has(name)) sessions.set(name, new ToolSession(name, { onRunning: (tool, running) => toolList.setRunning(tool, running), onDraft: (session) => session === current && writeAddressSoon() }));
  return sessions.get(name);
}

// Opens what the address names. A link fills in arguments; it never runs anything.
async function followAddress() {
  const link = readLink(location.hash);
  const session = link && sessionOf(link.name);
  current = session;
  document.body.dataset.view = link ? "tool" : "list";
  document.title = link ? `${spelled(link.name, 100)} · ${pageTitle}` : pageTitle;
  toolList.select(link?.name);
  showTool(session?.element ?? element("p.welcome", "Choose a tool from the list to read about it and to try it."));
  if (!session) return;
  byId("tool").scrollTop = 0;
  // Where the list gave way to the tool, the focus goes along.
  if (!byId("list").checkVisibility()) byId("tool").focus();
  session.follow(link.argumentsText);
  await session.load();
  if (current === session) writeAddress();
}

// A frame loads anew where it leaves the document: a tool with an app on show stays there, out of sight.
function showTool(node) {
  for (const other of [...byId("tool").children]) {
    if (other.querySelector("iframe")) other.hidden = true;
    else other.remove();
  }
  node.hidden = false;
  if (!node.isConnected) byId("tool").append(node);
}

// Keeps the address true to the arguments, without adding to the browser's history. One that already leads elsewhere is about to
// be followed.
function writeAddress() {
  if (!current || readLink(location.hash)?.name !== current.name) return;
  current.addressed = current.linkedArguments();
  const link = toolLink(current.name, current.addressed);
  if (link !== location.hash) history.replaceState(null, "", link);
}

const writeAddressSoon = debounced(writeAddress, 400);

function start() {
  startTheme();
  startAccessDialog(reload);
  startShortcuts({ run: () => current?.start(), validate: () => current?.validate() });
  byId("reload").addEventListener("click", reload);
  byId("skip").addEventListener("click", () => byId("tool").focus());
  byId("back").addEventListener("click", () => {
    const { name } = current;
    openList();
    toolList.focusRow(toolList.rowOf(name));
  });
  const filter = byId("filter");
  filter.addEventListener("input", applyFilter);
  filter.addEventListener("keydown", ({ key }) => {
    if (key === "ArrowDown") toolList.focusRow(0);
    const first = toolList.rows.find((row) => row.tool);
    if (key === "Enter" && first) location.hash = toolLink(first.tool.name);
  });
  addEventListener("hashchange", followAddress);
  followAddress();
  loadTools();
}

function openList() {
  history.pushState(null, "", "#/");
  followAddress();
}

start();
