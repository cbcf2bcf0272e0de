import type { VNode } from "preact";
import { printable } from "../../text/printable";
import type { HostedApp } from "../model/hosted-app";

const NOTE_WORDS = { refused: "Refused", defaulted: "Defaulted", warning: "Warning", error: "Error" } as const;

/** Everything about an app that was refused, replaced by a default, or unusual. */
export function AppNotes({ app }: { readonly app: HostedApp }): VNode {
  app.useChanges();
  if (app.notes.length === 0) return <p class="hint">No notes.</p>;
  return (
    <ul class="app-notes">
      {app.notes.map(({ kind, text }) => (
        <li key={text}>
          <strong class={kind === "error" ? "failed" : ""}>{NOTE_WORDS[kind]}</strong>{" "}
          <span>{printable(text, 2000)}</span>
        </li>
      ))}
    </ul>
  );
}
