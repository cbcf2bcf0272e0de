// The dialog in which the user enters a token and further headers.

import { effect } from "@preact/signals";
import { openDialog } from "../dom/dialogs";
import { VERBATIM } from "../dom/attributes";
import { button, element } from "../dom/element";
import { byId } from "../dom/page";
import { messageOf } from "../text/error";
import { type Entered, accessHeaders, currentCredentials, hasEnteredAccess, setCredentials } from "./credentials";
import { sealedIfPossible } from "./sealing";

export function startAccessDialog(onApply: () => unknown): void {
  const dialog = byId("access");
  const token = byId("token", HTMLInputElement);
  byId("access-open").addEventListener("click", openAccessDialog);
  byId("header-add").addEventListener("click", () => addHeaderRow().querySelector("input")?.focus());
  const clear = () => {
    token.value = "";
    byId("headers").replaceChildren();
  };
  byId("access-clear").addEventListener("click", clear);
  // The document keeps nothing of it.
  dialog.addEventListener("close", clear);
  byId("token-reveal").addEventListener("click", () => revealToken(token.type === "password"));
  effect(() => {
    const label = byId("access-open").lastElementChild;
    if (label) label.textContent = hasEnteredAccess() ? "Access ✓" : "Access";
  });
  byId("access-apply").addEventListener("click", () => void apply(onApply));
  // Enter in a field would otherwise press the first button of the form.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    byId("access-apply").click();
  });
}

async function apply(onApply: () => unknown): Promise<void> {
  const entered: Entered = { token: byId("token", HTMLInputElement).value.trim(), headers: readHeaderRows() };
  try {
    accessHeaders(entered);
  } catch (problem) {
    byId("access-error").textContent = `Not a valid header: ${messageOf(problem)}`;
    return;
  }
  try {
    setCredentials(await sealedIfPossible(entered));
  } catch (problem) {
    byId("access-error").textContent = messageOf(problem);
    return;
  }
  byId("access", HTMLDialogElement).close();
  onApply();
}

export function openAccessDialog(): void {
  const current = currentCredentials();
  // Sealed credentials have to be entered again.
  const { token, headers } = "sealed" in current ? { token: "", headers: [] } : current;
  byId("access-kept").textContent =
    "sealed" in current ? `Sent with each request: ${current.names.join(", ")}. Apply replaces it.` : "";
  byId("token", HTMLInputElement).value = token;
  revealToken(false);
  byId("headers").replaceChildren();
  byId("access-error").textContent = "";
  for (const [name, value] of headers) addHeaderRow(name, value);
  openDialog(byId("access", HTMLDialogElement));
  byId("token").focus();
}

function revealToken(revealed: boolean): void {
  byId("token", HTMLInputElement).type = revealed ? "text" : "password";
  byId("token-reveal").setAttribute("aria-pressed", String(revealed));
}

function addHeaderRow(name = "", value = ""): HTMLElement {
  const input = (label: string, text: string) =>
    element("input", { "aria-label": `Header ${label}`, placeholder: label, value: text, ...VERBATIM });
  const remove = button("Remove", () => row.remove());
  const row = element("div.joined", input("name", name), input("value", value), remove);
  byId("headers").append(row);
  return row;
}

function readHeaderRows(): [name: string, value: string][] {
  const rows = [...byId("headers").children].map((row): [string, string] => {
    const [name = "", value = ""] = [...row.querySelectorAll("input")].map((input) => input.value.trim());
    return [name, value];
  });
  return rows.filter(([name]) => name !== "");
}
