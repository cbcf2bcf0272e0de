import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { messageOf } from "../text/error";
import type { SavedCall } from "./entries";
import { readCalls, writeCalls } from "./store";

/** The outcome of what the user did last, with the calls before and after it if it can be undone. */
export interface Note {
  readonly text: string;
  readonly isProblem?: boolean;
  readonly change?: { readonly before: readonly SavedCall[]; readonly after: readonly SavedCall[] };
}

interface NoteLineProps {
  readonly note: Note | undefined;
  readonly onNote: (note: Note) => void;
}

export function NoteLine({ note, onNote }: NoteLineProps): VNode {
  const undo = useRef<HTMLButtonElement>(null);
  const change = note?.change;
  // The button that had the focus is gone with its call.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus();
  }, [note]);
  const onUndo = () => {
    try {
      if (JSON.stringify(readCalls()) !== JSON.stringify(change?.after))
        throw new Error("Not undone: the saved calls have changed since.");
      writeCalls(change?.before ?? []);
      onNote({ text: "Undone." });
    } catch (problem) {
      onNote({ text: messageOf(problem), isProblem: true });
    }
  };
  return (
    <p class={note?.isProblem ? "error" : "hint"} role="status">
      {note && <bdi>{note.text}</bdi>}
      {change && (
        <button type="button" ref={undo} class="quiet small" onClick={onUndo}>
          Undo
        </button>
      )}
    </p>
  );
}
