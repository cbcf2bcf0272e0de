// The export and import of traffic as files.

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { downloadBytes } from "../dom/downloads";
import { announce } from "../dom/page";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";
import { TrafficStore } from "../traffic/store";
import type { Operation } from "../traffic/operation";
import { readTrafficFile } from "../traffic/formats/import";
import { FORMATS, selectionOf } from "./files";
import type { TrafficModel } from "./model";

type Choice = "all" | "shown" | "selected";

export function ExportBar({ model }: { readonly model: TrafficModel }): VNode {
  const [choice, setChoice] = useState<Choice>("shown");
  const { store } = model.set.value;
  const counts: Record<Choice, [name: string, operations: readonly Operation[]]> = {
    all: ["Everything", store.operations],
    shown: ["What is shown", model.operations.value],
    selected: ["The selected", model.selectedOperations.value],
  };
  const save = (format: (typeof FORMATS)[number]) => {
    const operations = counts[choice][1];
    const selection = selectionOf(store, choice === "all" ? undefined : operations);
    downloadBytes(format.write(selection), format.filename);
    announce(`Saved ${counted(operations.length, "operation")}`);
  };
  return (
    <div class="traffic-bar" role="group" aria-label="Export">
      <select
        aria-label="Operations to export"
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value as Choice)}
      >
        {Object.entries(counts).map(([value, [name, operations]]) => (
          <option key={value} value={value} disabled={value === "selected" && operations.length === 0}>
            {`${name}: ${counted(operations.length, "operation")}`}
          </option>
        ))}
      </select>
      {FORMATS.map((format) => (
        <button key={format.name} type="button" class="small" onClick={() => save(format)}>
          {format.name}
        </button>
      ))}
      <span class="hint">Redacted values stay redacted. Arguments and results are included as they are.</span>
    </div>
  );
}

export function ImportButton({ model }: { readonly model: TrafficModel }): VNode {
  const input = useRef<HTMLInputElement>(null);
  const load = async () => {
    const file = input.current?.files?.[0];
    if (!file) return;
    model.fileNote.value = `Reading ${printable(file.name, 100)}…`;
    try {
      model.fileNote.value = await importFile(model, file);
    } catch (problem) {
      model.fileNote.value = `${printable(file.name, 100)}: ${printable(messageOf(problem), 300)}`;
    }
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <input
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-label="File with traffic"
        accept=".jsonl,.ndjson,.har,.json"
        ref={input}
        onChange={() => void load()}
      />
      <button type="button" class="quiet small" onClick={() => input.current?.click()}>
        Import…
      </button>
    </>
  );
}

// Adds a set with the traffic of a file. Returns the outcome in words.
async function importFile(model: TrafficModel, file: File): Promise<string> {
  const { format, records, others } = await readTrafficFile(file);
  const store = new TrafficStore();
  store.appendAll(records);
  model.add({ name: file.name, store, isLive: false });
  const rest = others > 0 ? ` ${counted(others, "entry", "entries")} of other protocols left out.` : "";
  return `${printable(file.name, 100)}: ${counted(records.length, "message")} from ${format}.${rest}`;
}
