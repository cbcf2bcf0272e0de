// The saved calls of one tool: a name for the current arguments, the list, and the file of all calls.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { QuietButton } from "../dom/quiet-button";
import { messageOf } from "../text/error";
import { displayName, printable } from "../text/printable";
import { formatNumber } from "../text/units";
import { LONGEST_ARGUMENTS, LONGEST_NAME, type SavedCall } from "./entries";
import { readFile } from "./file";
import { FileBar } from "./file-bar";
import { NewCall } from "./new-call";
import { type Note, NoteLine } from "./note-line";
import { addCalls, readCalls, saveCall, writeCalls } from "./store";

interface SavedCallsProps {
  readonly tool: string;
  readonly argumentsText: () => string;
  // Called with the arguments of a saved call.
  readonly onFill: (argumentsText: string) => void;
}

export function SavedCalls({ tool, argumentsText, onFill }: SavedCallsProps): VNode {
  const [note, setNote] = useState<Note>();
  const all = readCalls();
  const calls = all.filter((call) => call.tool === tool).sort((a, b) => a.name.localeCompare(b.name));
  // Changes the stored calls, and says what has become of them. Returns whether they could be changed.
  const change = async (act: () => string | Promise<string>) => {
    const before = readCalls();
    try {
      setNote({ text: await act(), change: { before, after: readCalls() } });
      return true;
    } catch (problem) {
      setNote({ text: messageOf(problem), isProblem: true });
      return false;
    }
  };
  const onSave = (name: string, isReplaced: boolean) =>
    change(() => {
      const text = argumentsText();
      if (text.length > LONGEST_ARGUMENTS)
        throw new Error(`Not saved: over ${formatNumber(LONGEST_ARGUMENTS)} characters.`);
      saveCall({ tool, name, arguments: text });
      return `${isReplaced ? "Replaced" : "Saved"} ${quoted(name)}.`;
    });
  const onRefuse = (name: string) => {
    if (name) setNote({ text: `${quoted(name)} exists already. Replace its arguments?` });
    else setNote({ text: "Give the call a name.", isProblem: true });
  };
  const onDelete = (call: SavedCall) =>
    change(() => {
      writeCalls(readCalls().filter((other) => other.tool !== tool || other.name !== call.name));
      return `Deleted ${quoted(call.name)}.`;
    });
  const onFile = (file: File) =>
    change(async () => {
      const { calls, others } = await readFile(file);
      const { added, replaced, leftOut } = addCalls(calls);
      return `Imported: ${added} added, ${replaced} replaced, ${leftOut + others} left out.`;
    });
  return (
    <section class="saved-calls" aria-label="Saved calls">
      <h3>Saved calls</h3>
      <NewCall isTaken={(name) => calls.some((call) => call.name === name)} onSave={onSave} onRefuse={onRefuse} />
      <NoteLine note={note} onNote={setNote} />
      {calls.length > 0 && (
        <ul>
          {calls.map((call) => (
            <Call key={call.name} call={call} onFill={() => onFill(call.arguments)} onDelete={() => onDelete(call)} />
          ))}
        </ul>
      )}
      <FileBar calls={all} onFile={(file) => void onFile(file)} />
    </section>
  );
}

interface CallProps {
  readonly call: SavedCall;
  readonly onFill: () => void;
  readonly onDelete: () => unknown;
}

function Call({ call, onFill, onDelete }: CallProps): VNode {
  return (
    <li>
      <div class="result-head">
        <strong>
          <bdi>{displayName(call.name)}</bdi>
        </strong>
        <span class="field-actions">
          <QuietButton label="Fill in" onClick={onFill} />
          <QuietButton label="Delete" onClick={onDelete} />
        </span>
      </div>
      <code class="hint">{printable(call.arguments.replace(/\s+/g, " "), 300)}</code>
    </li>
  );
}

function quoted(name: string): string {
  return `“${printable(name, LONGEST_NAME)}”`;
}
