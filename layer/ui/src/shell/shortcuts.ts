// Keyboard shortcuts. Single-key shortcuts can be disabled, because speech input triggers them by accident.

import { isDialogOpen, openDialog } from "../dom/dialogs";
import { byId } from "../dom/page";
import { store, stored } from "../dom/storage";
import { ROOT_PATH } from "../settings";

const SINGLE_KEYS = `mcp-explorer single keys ${ROOT_PATH}`;

interface ShortcutActions {
  // Opens the command palette.
  readonly find: () => void;
  readonly run: () => void;
  readonly validate: () => void;
}

export function startShortcuts({ find, run, validate }: ShortcutActions): void {
  const toggle = byId("single-keys", HTMLInputElement);
  toggle.checked = stored(SINGLE_KEYS) !== "off";
  toggle.addEventListener("change", () => store(SINGLE_KEYS, toggle.checked ? "on" : "off"));
  // The key of Apple's computers.
  if (/^(Mac|iP)/.test(navigator.platform)) {
    for (const key of document.querySelectorAll(".mod")) key.textContent = "⌘";
  }
  const help = () => openDialog(byId("help", HTMLDialogElement));
  byId("help-open").addEventListener("click", help);
  const filter = byId("filter", HTMLInputElement);
  const singleKeys = new Map([
    ["/", () => filter.focus()],
    ["?", help],
  ]);

  document.addEventListener("keydown", (event) => {
    if (isDialogOpen()) return;
    const isModified = event.ctrlKey || event.metaKey;
    const isSingle = toggle.checked && !isModified && !isTyping(event.target);
    const single = isSingle ? singleKeys.get(event.key) : undefined;
    const isSearch = isModified && event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey;
    const chord = event.key === "Enter" ? (event.shiftKey ? validate : run) : isSearch ? find : undefined;
    const action = isModified ? chord : single;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=radio]), textarea, select");
}
