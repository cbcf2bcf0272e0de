// Starts the page and connects its parts: the list, the selected tool and the URL.

import { startAccessDialog } from "../access/dialog";
import { followStartToken, takeStartToken } from "../access/start-token";
import { checkFocus, startKeyboardGuard } from "../apps/focus/keyboard";
import { followPointer } from "../apps/focus/pointer";
import { closeAppsWithPage } from "../apps/run/run";
import { announce, byId } from "../dom/page";
import { client } from "../protocol/client";
import { debounced } from "../scheduling/debounced";
import { Sidebar } from "./sidebar";
import { Navigation } from "./navigation";
import { startTheme } from "./theme";
import { startShortcuts } from "./shortcuts";

// The time without further changes of the client settings before the list is loaded again.
const RELIST_MS = 300;

const sidebar: Sidebar = new Sidebar({
  selected: () => navigation.current?.name,
  onReload: () => void reload(),
});
const navigation: Navigation = new Navigation({ list: sidebar.list, onSwitch: checkFocus });

async function reload(): Promise<void> {
  const [isListed] = await Promise.all([sidebar.load("reload"), navigation.reload()]);
  if (isListed && (!navigation.current || navigation.current.isShown)) announce("Reloaded");
}

takeStartToken();
followStartToken();
startTheme();
startKeyboardGuard();
followPointer();
closeAppsWithPage();
startAccessDialog(reload);
startShortcuts({
  run: () => void navigation.current?.start(),
  validate: () => navigation.current?.validate(),
});
byId("reload").addEventListener("click", () => void reload());
byId("skip").addEventListener("click", () => byId("tool").focus());
byId("back").addEventListener("click", () => {
  const name = navigation.current?.name;
  navigation.openList();
  if (name !== undefined) sidebar.list.focusTool(name);
});
navigation.start();
void sidebar.load();
// The server may offer other tools to a client with other capabilities.
const relist = debounced(() => void sidebar.load(), RELIST_MS);
let listedFor = client.value;
client.subscribe((chosen) => {
  if (chosen !== listedFor) relist();
  listedFor = chosen;
});
