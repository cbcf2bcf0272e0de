import { isDialogOpen, openDialog } from "../dom/dialogs";
import { byId } from "../dom/page";
import { store, stored } from "../dom/storage";
import { ROOT_PATH } from "../settings";

// Keyboard shortcuts. Single-key shortcuts can be disabled, because speech input triggers them by accident.
const SINGLE_KEYS = `mcp-explorer single keys ${ROOT_PATH}`;

interface ShortcutActions {
  readonly run: () => void;
  readonly validate: () => void;
}

export function startShortcuts({ run, validate }: ShortcutActions): void {
  const toggle = byId("single-keys", HTMLInputElement);
  toggle.checked = stored(SINGLE_KEYS) !== "off";
  toggle.addEventListener("change", () => store(SINGLE_KEYS, toggle.checked ? "on" : "off"));
  const help = () => openDialog(byId("help", HTMLDialogElement));
  byId("help-open").addEventListener("click", help);
  const singleKeys = new Map([
    ["/", () => byId("filter").focus()],
    ["?", help],
  ]);

  document.addEventListener("keydown", (event) => {
    if (isDialogOpen()) return;
    const isModified = event.ctrlKey || event.metaKey;
    const isSingle = toggle.checked && !isModified && !isTyping(event.target);
    const single = isSingle ? singleKeys.get(event.key) : undefined;
    const action = isModified && event.key === "Enter" ? (event.shiftKey ? validate : run) : single;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("input:not([type=radio]), textarea, select");
}
