// The export of traffic as files.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { downloadBytes } from "../dom/downloads";
import { announce } from "../dom/page";
import { counted } from "../text/units";
import type { Operation } from "../traffic/operation";
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
