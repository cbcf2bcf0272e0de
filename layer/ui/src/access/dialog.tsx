// The dialog in which the user enters a token and further headers.

import { effect, signal } from "@preact/signals";
import { type VNode, render } from "preact";
import { openDialog } from "../dom/dialogs";
import { VERBATIM, freshId } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import { byId } from "../dom/page";
import { messageOf } from "../text/error";
import { type Entered, accessHeaders, currentCredentials, hasEnteredAccess, setCredentials } from "./credentials";
import { sealedIfPossible } from "./sealing";

/** A header as it is typed. */
interface HeaderRow {
  readonly key: string;
  name: string;
  value: string;
}

const rows = signal<readonly HeaderRow[]>([]);

export function startAccessDialog(onApply: () => unknown): void {
  const dialog = byId("access");
  const token = byId("token", HTMLInputElement);
  render(<HeaderRows />, byId("headers"));
  byId("access-open").addEventListener("click", openAccessDialog);
  byId("header-add").addEventListener("click", () => {
    flushed(() => addRow());
    byId("headers").querySelector<HTMLInputElement>(":scope > :last-child > input")?.focus();
  });
  const clear = () => {
    token.value = "";
    rows.value = [];
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
  const entered: Entered = { token: byId("token", HTMLInputElement).value.trim(), headers: enteredHeaders() };
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
  rows.value = [];
  for (const [name, value] of headers) addRow(name, value);
  byId("access-error").textContent = "";
  openDialog(byId("access", HTMLDialogElement));
  byId("token").focus();
}

function revealToken(revealed: boolean): void {
  byId("token", HTMLInputElement).type = revealed ? "text" : "password";
  byId("token-reveal").setAttribute("aria-pressed", String(revealed));
}

function addRow(name = "", value = ""): void {
  rows.value = [...rows.peek(), { key: freshId(), name, value }];
}

function HeaderRows(): VNode {
  return (
    <>
      {rows.value.map((row) => (
        <div key={row.key} class="joined">
          <HeaderInput label="name" text={row.name} onText={(text) => (row.name = text)} />
          <HeaderInput label="value" text={row.value} onText={(text) => (row.value = text)} />
          <button type="button" onClick={() => (rows.value = rows.value.filter((other) => other !== row))}>
            Remove
          </button>
        </div>
      ))}
    </>
  );
}

interface HeaderInputProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function HeaderInput({ label, text, onText }: HeaderInputProps): VNode {
  return (
    <input
      aria-label={`Header ${label}`}
      placeholder={label}
      value={text}
      {...VERBATIM}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}

function enteredHeaders(): [name: string, value: string][] {
  const entered = rows.value.map(({ name, value }): [string, string] => [name.trim(), value.trim()]);
  return entered.filter(([name]) => name !== "");
}
