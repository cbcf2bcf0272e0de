// The controls above the list: the filter, what is shown, pause and clear, the sets, and their files.

import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { OpensApps } from "../app-feed/opens-apps";
import { printable } from "../text/printable";
import { formatNumber } from "../text/units";
import { FilterBox } from "../viewer/filter-box";
import { query, showsExplorer, showsOthers } from "./choice";
import { FilterHelp } from "./filter-help";
import { ExportBar } from "./export-bar";
import { ImportBar, ImportButton } from "./import-button";
import type { TrafficModel } from "./model";

export function Toolbar({ model }: { readonly model: TrafficModel }): VNode {
  const [exports, setExports] = useState(false);
  const waiting = model.waiting.value;
  return (
    <>
      <div class="traffic-bar">
        <TrafficFilter model={model} />
        <FilterHelp />
        <div class="traffic-tools">
          <div role="group" aria-label="View" class="traffic-views">
            {(["list", "timeline"] as const).map((view) => (
              <button
                key={view}
                type="button"
                class="quiet small"
                aria-pressed={model.view.value === view}
                onClick={() => (model.view.value = view)}
              >
                {view === "list" ? "List" : "Timeline"}
              </button>
            ))}
          </div>
          <Switch label="Show this page’s requests" count={model.ofExplorer.value} isOn={showsExplorer} />
          {model.ofOthers.value > 0 && (
            <Switch label="Show other servers" count={model.ofOthers.value} isOn={showsOthers} />
          )}
          <OpensApps />
          <span class="traffic-gap-between" />
          <button
            type="button"
            class="quiet small"
            aria-pressed={model.isPaused.value}
            onClick={() => model.pause(!model.isPaused.value)}
          >
            {model.isPaused.value ? `Paused (${formatNumber(waiting)} wait${waiting === 1 ? "s" : ""})` : "Pause"}
          </button>
          <button type="button" class="quiet small" onClick={() => model.clear()}>
            Clear
          </button>
          <SetChoice model={model} />
          <ImportButton model={model} />
          <button type="button" class="quiet small" aria-expanded={exports} onClick={() => setExports(!exports)}>
            Export…
          </button>
        </div>
      </div>
      {exports && <ExportBar model={model} />}
      <ImportBar model={model} />
    </>
  );
}

interface SwitchProps {
  readonly label: string;
  // The number of rows that it shows or hides.
  readonly count: number;
  readonly isOn: Signal<boolean>;
}

function Switch({ label, count, isOn }: SwitchProps): VNode {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn.value} onChange={(event) => (isOn.value = event.currentTarget.checked)} />
      {label}
      {count > 0 && !isOn.value && ` (${formatNumber(count)})`}
    </label>
  );
}

function TrafficFilter({ model }: { readonly model: TrafficModel }): VNode {
  const problems = model.problems.value;
  const isWrong = problems.length > 0;
  return (
    <div class="traffic-filter">
      <FilterBox
        label="Filter the traffic"
        placeholder="Filter, for example status:error larger:10k"
        query={query}
        problemId={isWrong ? "traffic-filter-problem" : undefined}
      />
      {isWrong && (
        <p class="error" id="traffic-filter-problem" role="alert">
          {printable(problems.slice(0, 3).join(" "), 500)}
        </p>
      )}
    </div>
  );
}

function SetChoice({ model }: { readonly model: TrafficModel }): VNode | null {
  const sets = model.sets.value;
  const set = model.set.value;
  if (sets.length === 1) return null;
  return (
    <>
      <select
        aria-label="Traffic to show"
        value={String(sets.indexOf(set))}
        onChange={(event) => model.choose(sets[Number(event.currentTarget.value)] ?? set)}
      >
        {sets.map(({ name }, index) => (
          <option key={index} value={String(index)}>
            {printable(name, 60)}
          </option>
        ))}
      </select>
      {!set.isLive && (
        <button type="button" class="quiet small" onClick={() => model.close(set)}>
          Close the file
        </button>
      )}
    </>
  );
}
