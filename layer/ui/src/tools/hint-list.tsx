import type { VNode } from "preact";
import type { PlainObject } from "../json/plain";
import { hintsOf } from "./hints";

/** The hints of one tool with their meanings. */
export function HintList({ tool }: { readonly tool: PlainObject }): VNode | null {
  const hints = hintsOf(tool);
  if (hints.length === 0) return null;
  const claims = hints.filter(({ isFact }) => !isFact).length;
  return (
    <ul class="hints" aria-label="Hints about this tool">
      {hints.map(({ word, meaning, short }) => (
        <li key={word}>
          <span class={`badge ${short ?? ""}`}>{word}</span>
          {meaning && ` ${meaning}`}
        </li>
      ))}
      {claims > 0 && <li>{claims > 1 ? "(the server's claims)" : "(the server's claim)"}</li>}
    </ul>
  );
}
