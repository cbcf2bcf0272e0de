import { render } from "preact";
import { enableWhenVisible, openDialog } from "../dom/dialogs";
import { Name } from "../dom/name";
import { byId } from "../dom/page";

/** Asks before a destructive tool runs. Resolves to true if the user agrees. */
export function confirmRun(name: string): Promise<boolean> {
  const dialog = byId("confirm", HTMLDialogElement);
  render(<Name text={name} />, byId("confirm-tool"));
  dialog.returnValue = "";
  openDialog(dialog);
  enableWhenVisible(dialog, [...dialog.querySelectorAll<HTMLButtonElement>("[value=run]")]);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "run"), { once: true });
  });
}
