import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { downloadBytes } from "../dom/downloads";
import { QuietButton } from "../dom/quiet-button";
import type { SavedCall } from "./entries";
import { fileText } from "./file";

interface FileBarProps {
  readonly calls: readonly SavedCall[];
  readonly onFile: (file: File) => void;
}

/** Exports the saved calls of all tools, and imports such a file. */
export function FileBar({ calls, onFile }: FileBarProps): VNode {
  const picker = useRef<HTMLInputElement>(null);
  const pick = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
    input.value = "";
  };
  const save = () => downloadBytes(fileText(calls), "saved-calls.json");
  return (
    <div class="viewer-bar">
      <span class="hint">Kept in this browser only.</span>
      {calls.length > 0 && <QuietButton label="Export all tools' saved calls" onClick={save} />}
      <QuietButton label="Import saved calls" onClick={() => picker.current?.click()} />
      <input type="file" hidden accept=".json" ref={picker} onChange={(event) => pick(event.currentTarget)} />
    </div>
  );
}
