// The import of files with traffic, with its progress.

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { printable } from "../text/printable";
import { formatNumber, formatSize } from "../text/units";
import { LARGEST_FILE, MOST_RECORDS } from "../traffic/formats/limits";
import { type ImportProgress, importFile } from "./importing";
import type { TrafficModel } from "./model";

const LIMITS = `JSONL of this page, HAR or OTLP JSON, up to ${formatSize(LARGEST_FILE)} and ${formatNumber(MOST_RECORDS)} messages`;

export function ImportButton({ model }: { readonly model: TrafficModel }): VNode {
  const input = useRef<HTMLInputElement>(null);
  const load = () => {
    const file = input.current?.files?.[0];
    if (file) void importFile(model, file);
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
        onChange={load}
      />
      <button
        type="button"
        class="quiet small"
        title={LIMITS}
        disabled={model.importing.value !== undefined}
        onClick={() => input.current?.click()}
      >
        Import…
      </button>
    </>
  );
}

export function ImportBar({ model }: { readonly model: TrafficModel }): VNode | null {
  const importing = model.importing.value;
  if (!importing) return null;
  const { name, progress, cancel } = importing;
  return (
    <div class="traffic-bar" role="group" aria-label="Import">
      <progress aria-label="Progress of the import" value={shareOf(progress)} />
      <span>{`${progressWords(progress)} ${printable(name, 100)}`}</span>
      <button type="button" class="small" onClick={cancel}>
        Cancel the import
      </button>
    </div>
  );
}

// The share of a step that is done; undefined if its end is not known.
function shareOf(progress: ImportProgress): number | undefined {
  if (progress.kind === "reading") return progress.bytes / progress.of;
  return progress.kind === "finding" ? undefined : progress.records / progress.of;
}

function progressWords(progress: ImportProgress): string {
  switch (progress.kind) {
    case "reading":
      return `Read ${formatSize(progress.bytes)} of ${formatSize(progress.of)} of`;
    case "finding":
      return `Found ${formatNumber(progress.records)} messages so far in`;
    case "redacting":
      return `Removed the secrets from ${formatNumber(progress.records)} of ${formatNumber(progress.of)} messages of`;
    case "adding":
      return `Examined ${formatNumber(progress.records)} of ${formatNumber(progress.of)} messages of`;
  }
}
