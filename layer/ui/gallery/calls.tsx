// A call under way: its button, its progress, its log, and what came of earlier ones.

import type { VNode } from "preact";
import { DifferenceList } from "../src/changes/differences-view";
import { HomeChanges } from "../src/changes/home-changes";
import { changes } from "../src/changes/model";
import { ToolChanges } from "../src/changes/tool-changes";
import { ClientSettings } from "../src/conversation/client-view";
import { PauseRound } from "../src/conversation/pause-round";
import { Progress } from "../src/conversation/progress";
import { RunBar, RunControls } from "../src/conversation/run-bar";
import { RunProgress, RunProgressView } from "../src/conversation/run-progress";
import { Comparison } from "../src/history/comparison";
import { nodeOf } from "../src/json/read";
import { LogLines } from "../src/log/log-lines";
import { TaskLine, TaskLineView } from "../src/tasks/task-line";
import { CodeView } from "../src/tool/code-view";
import { ToolHead } from "../src/tool/head";
import { ProblemSummary } from "../src/tool/problem-summary";
import { outcome } from "./results";
import type { Shelf } from "./states";

const DIFFERENCES = [
  { path: ["inputSchema", "city"], what: "Removed", isBreaking: true, before: '{"type":"string"}' },
  { path: ["description"], what: "Changed", isBreaking: false, before: "Looks up", after: "Looks it up" },
];
changes.value = {
  added: ["weather/alerts"],
  removed: ["weather/old"],
  changed: new Map([["weather/today", DIFFERENCES]]),
  since: 1_700_000_000_000,
};

const ignore = () => undefined;

function bar(change: (bar: RunBar) => void): VNode {
  const made = new RunBar(ignore, ignore);
  change(made);
  return (
    <div class="actions">
      <RunControls bar={made} />
    </div>
  );
}

function progress(): VNode {
  const made = new Progress();
  made.advance(nodeOf({ progressToken: 1, progress: 30, total: 100, message: "Reading pages" }), 0);
  const shown = new RunProgress();
  shown.show(made, 1000);
  return <RunProgressView progress={shown} />;
}

function taskLine(): VNode {
  const line = new TaskLine(ignore);
  line.words.value = "Task t-1 · working · reading pages";
  return <TaskLineView line={line} />;
}

const notification = (level: string, data: unknown) =>
  JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level, logger: "weather", data } });
const LOG = {
  lines: [
    { at: 5, raw: notification("info", "Started") },
    { at: 90, raw: notification("error", { code: 7, place: { city: "Oslo" }, text: "Not found ".repeat(40) }) },
  ],
  dropped: 3,
};

const stored = (city: string) => ({
  ...outcome({ content: [{ type: "text", text: city }] }),
  tool: "weather/today",
  arguments: JSON.stringify({ city }),
});

const TOOL = nodeOf({
  name: "weather/today",
  title: "Today's weather",
  description: "Looks up the weather of a city.\n\n- now\n- later",
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { type: "object", properties: { city: { type: "string" } } },
});

export const CALLS: readonly Shelf[] = [
  {
    room: "conversation",
    states: [
      { name: "Nothing runs", draw: () => bar(ignore) },
      { name: "A request waits for something", draw: () => bar((made) => made.showWaiting("Waiting for your answer")) },
      { name: "Progress", draw: progress },
      { name: "The server is not ready", draw: () => new PauseRound(undefined, "Round 1", 0).view },
      { name: "What the page offers as a client", draw: () => <ClientSettings /> },
    ],
  },
  {
    room: "log",
    states: [{ name: "Lines", draw: () => <LogLines label="Log lines" log={LOG} stamp={({ at }) => `+${at} ms`} /> }],
  },
  { room: "tasks", states: [{ name: "A task", draw: taskLine }] },
  {
    room: "changes",
    states: [
      { name: "Differences", draw: () => <DifferenceList differences={DIFFERENCES} /> },
      { name: "Of one tool", draw: () => <ToolChanges name="weather/today" /> },
      { name: "Of all tools", draw: () => <HomeChanges /> },
    ],
  },
  {
    room: "history",
    states: [{ name: "Two calls compared", draw: () => <Comparison before={stored("Oslo")} after={stored("Bern")} /> }],
  },
  {
    room: "tool",
    states: [
      {
        name: "The head of a tool",
        draw: () => (
          <ToolHead
            name="weather/today"
            detail={TOOL}
            link={() => ""}
            state="whole"
            onToggle={() => undefined}
            folded={null}
            tabs={<span />}
          />
        ),
      },
      {
        name: "Problems of the arguments",
        draw: () => (
          <div class="violations">
            <ProblemSummary
              violations={[{ path: "/items/0/sku", message: "“sku” is required", keyword: "required" }]}
              failure=""
              root={nodeOf({ items: [{}] })}
              onSelect={ignore}
            />
          </div>
        ),
      },
      { name: "The call as code", draw: () => <CodeView tool="weather/today" argumentsText={'{"city":"Oslo"}'} /> },
    ],
  },
];
