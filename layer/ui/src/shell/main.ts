// Starts the page and connects its parts: the list, the selected tool and the URL.

import { startAccessDialog } from "../access/dialog";
import { followStartToken, takeStartTokens } from "../access/start-token";
import { forbidHtml } from "../dom/no-html";
import { announce, byId } from "../dom/page";
import { laterPart } from "../later/load";
import { client, clientHeader } from "../protocol/client";
import { onSuspicion } from "../protocol/outage";
import { debounced } from "../scheduling/debounced";
import { nextPaint } from "../scheduling/next-paint";
import { Navigation } from "./navigation";
import { Sidebar } from "./sidebar";
import { showSidebar } from "./sidebar-view";
import { startOutageBar } from "./outage-bar";
import { startServersLink } from "./servers-link";
import { startTheme } from "./theme";
import { startShortcuts } from "./shortcuts";

// The time without further changes of the client settings before the list is loaded again.
const RELIST_MS = 300;

forbidHtml();

const sidebar: Sidebar = new Sidebar({
  selected: () => navigation.current,
  onReload: () => void reload(),
});
showSidebar(sidebar);
const navigation: Navigation = new Navigation(sidebar.list);

async function reload(): Promise<void> {
  const [isListed] = await Promise.all([sidebar.load("reload"), navigation.reload()]);
  if (isListed && (!navigation.current || navigation.current.isShown)) announce("Reloaded");
}

// The later part is compiled when the list is painted, or earlier if the URL names an item. A failure is shown where an item opens.
async function loadAfter(listed: Promise<unknown>): Promise<void> {
  await listed;
  await nextPaint();
  await laterPart.load().catch(() => undefined);
}

// The first request needs the token.
void takeStartTokens().then(start);

function start(): void {
  // First, so that the server responds while the page is set up.
  const listed = sidebar.load();
  laterPart.fetch();
  laterPart.loaded.subscribe((later) =>
    later?.startLater({ onReload: () => void reload(), onOpen: (item, opening) => navigation.open(item, opening) }),
  );
  void loadAfter(listed);
  followStartToken();
  startTheme();
  startServersLink();
  startAccessDialog(reload);
  startShortcuts({
    find: () =>
      void laterPart.load().then(
        ({ openPalette }) => openPalette(),
        () => byId("filter").focus(),
      ),
    run: () => void navigation.current?.start(),
    validate: () => navigation.current?.validate(),
  });
  byId("reload").addEventListener("click", () => void reload());
  byId("skip").addEventListener("click", () => byId("tool").focus());
  byId("back").addEventListener("click", () => {
    const item = navigation.current;
    navigation.openList();
    if (item) sidebar.list.focusItem(item);
    else byId("home-link").focus();
  });
  startOutageBar(() => sidebar.followOutage());
  onSuspicion(() => void sidebar.load());
  navigation.start();
  // The server may offer other tools to a client with other capabilities.
  const relist = debounced(() => void sidebar.load(), RELIST_MS);
  let listedFor = listClient();
  client.subscribe(() => {
    const chosen = listClient();
    if (chosen !== listedFor) relist();
    listedFor = chosen;
  });
}

function listClient(): string {
  return JSON.stringify(clientHeader());
}
