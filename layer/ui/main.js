// Starts the page and connects its parts: the list, the selected tool and the URL.
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
  // Keeps the message that explains why the list is empty.
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

// Returns whether the latest request for the list succeeded.
async function loadTools() {
  const request = (listing += 1);
  const { list, haystacks } = toolList;
  list.ariaBusy = true;
  if (haystacks.size === 0) showList("Loading…");
  const tools = await fetchTools().catch((problem) => problem);
  if (request !== listing) return false;
  list.ariaBusy = null;
  const failed = tools instanceof Error;
  toolList.setTools(failed ? [] : tools);
  if (failed) byId("left-out").replaceChildren();
  else showLeftOut(() => request === listing);
  applyFilter();
  if (failed) showListFailure(tools);
  else if (tools.length === 0) showList("0 tools", element("p", "The server offers no tools."));
  else if (current) toolList.select(current.name);
  return !failed;
}

function showListFailure({ status, message }) {
  const wantsToken = status === 401;
  const retry = () => {
    byId("filter").focus();
    reload();
  };
  const action = wantsToken ? button("Enter a token", openAccessDialog, "primary") : button("Try again", retry);
  showList("", element("p.failure", { role: "alert" }, wantsToken ? `The server requires a token: ${message}` : message), action);
}

async function reload() {
  for (const session of sessions.values()) session.invalidate();
  const [listed] = await Promise.all([loadTools(), current?.load()]);
  if (listed && (!current || current.tabs)) announce("Reloaded");
}

function sessionOf(name) {
  if (!sessions.has(name)) sessions.set(name, new ToolSession(name, { onRunning: (tool, running) => toolList.setRunning(tool, running), onDraft: (session) => session === current && writeUrlSoon() }));
  return sessions.get(name);
}

// Opens the tool that the URL names. A link fills in arguments; it never runs anything.
async function followUrl() {
  const link = readLink(location.hash);
  const session = link && sessionOf(link.name);
  if (current) current.scrollTop = byId("tool").scrollTop;
  current = session;
  document.body.dataset.view = link ? "tool" : "list";
  document.title = link ? `${displayName(link.name, 100)} · ${pageTitle}` : pageTitle;
  toolList.select(link?.name);
  showTool(session?.element ?? element("p.welcome", "Choose a tool from the list to read about it and to try it."));
  if (!session) return;
  byId("tool").scrollTop = session.scrollTop;
  // On a narrow screen the tool replaces the list, so the focus moves to it.
  if (!byId("list").checkVisibility()) byId("tool").focus();
  session.follow(link.argumentsText);
  await session.load();
  if (current === session) writeUrl();
}

// A frame reloads when it is removed from the document, so a tool with an open app is only hidden.
function showTool(node) {
  for (const other of [...byId("tool").children]) {
    if (other.querySelector("iframe")) other.hidden = true;
    else other.remove();
  }
  checkFocus();
  node.hidden = false;
  if (!node.isConnected) byId("tool").append(node);
}

// Updates the arguments in the URL without adding to the browser's history. A URL that names another tool is left alone: it is about
// to be followed.
function writeUrl() {
  if (!current || readLink(location.hash)?.name !== current.name) return;
  current.urlArguments = current.linkedArguments();
  const link = toolLink(current.name, current.urlArguments);
  if (link !== location.hash) history.replaceState(null, "", link);
}

const writeUrlSoon = debounced(writeUrl, 400);

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
  addEventListener("hashchange", followUrl);
  followUrl();
  loadTools();
}

function openList() {
  history.pushState(null, "", "#/");
  followUrl();
}

start();
