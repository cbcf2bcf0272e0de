// Starts the page and ties its parts together: the list, the chosen tool, the address.
const toolList = new ToolList();
const sessions = new Map();
const pageTitle = document.title;
let current;
let listing = 0;

function showList(count, ...note) {
  byId("count").textContent = count;
  byId("list-note").replaceChildren(...note);
}

function applyFilter() {
  const filter = byId("filter");
  toolList.setFilter(filter.value);
  const { haystacks, matches, words } = toolList;
  // What is said of a list that is not there stays.
  if (haystacks.size === 0) return;
  const all = counted(haystacks.size, "tool");
  const clear = () => {
    filter.value = "";
    applyFilter();
    filter.focus();
  };
  if (words.length === 0) showList(all);
  else if (matches > 0) showList(`${matches.toLocaleString("en")} of ${all}`);
  else showList(`0 of ${all}`, element("p", "Nothing matches."), button("Clear the filter", clear));
}

// Gives whether the list that was asked for last has come.
async function loadTools() {
  const mine = (listing += 1);
  const { list, haystacks } = toolList;
  list.ariaBusy = true;
  if (haystacks.size === 0) showList("Loading…");
  const answer = await fetchTools().catch((problem) => problem);
  if (mine !== listing) return false;
  list.ariaBusy = null;
  const failed = answer instanceof Error;
  toolList.setTools(failed ? [] : answer);
  if (failed) byId("left-out").replaceChildren();
  else showLeftOut(() => mine === listing);
  applyFilter();
  if (failed) showListFailure(answer);
  else if (answer.length === 0) showList("0 tools", element("p", "The server offers no tools."));
  else if (current) toolList.select(current.name);
  return !failed;
}

function showListFailure({ status, message }) {
  const wantsToken = status === 401;
  const retry = () => {
    byId("filter").focus();
    reload();
  };
  const action = wantsToken ? button("Give a token", openAccessDialog, "primary") : button("Try again", retry);
  showList("", element("p.failure", { role: "alert" }, wantsToken ? `The server wants a token: ${message}` : message), action);
}

async function reload() {
  for (const session of sessions.values()) session.outdate();
  const [listed] = await Promise.all([loadTools(), current?.load()]);
  if (listed && (!current || current.tabs)) announce("Reloaded");
}

function sessionOf(name) {
  if (!sessions.has(name)) sessions.set(name, new ToolSession(name, { onRunning: (tool, running) => toolList.setRunning(tool, running), onDraft: (session) => session === current && writeAddressSoon() }));
  return sessions.get(name);
}

// Opens what the address names. A link fills in arguments; it never runs anything.
async function followAddress() {
  const link = readLink(location.hash);
  const session = link && sessionOf(link.name);
  if (current) current.scrollTop = byId("tool").scrollTop;
  current = session;
  document.body.dataset.view = link ? "tool" : "list";
  document.title = link ? `${named(link.name, 100)} · ${pageTitle}` : pageTitle;
  toolList.select(link?.name);
  showTool(session?.element ?? element("p.welcome", "Choose a tool from the list to read about it and to try it."));
  if (!session) return;
  byId("tool").scrollTop = session.scrollTop;
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
  checkFocus();
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
  startKeyboardGuard();
  followPointer();
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
  filter.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key === "ArrowDown") toolList.focusRow(0);
    const first = toolList.rows.find((row) => row.tool)?.tool.name;
    if (key === "Enter" && !ctrlKey && !metaKey && first !== undefined && first !== current?.name) location.hash = toolLink(first);
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
