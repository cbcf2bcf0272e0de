// The panels beside an item: the console, the palette, the steps of a sign-in, saved calls, and questions of the server.

import { ConsoleModel } from "../src/console/model";
import { ConsolePanel } from "../src/console/panel";
import type { ProcessState } from "../src/console/process-state";
import { StatusBar } from "../src/console/status-bar";
import { parsedLines } from "../src/console/line";
import { nodeOf } from "../src/json/read";
import { Palette } from "../src/palette/palette";
import { takeReport } from "../src/question-panel/model";
import { Questions } from "../src/question-panel/panel";
import { SavedCalls } from "../src/saved-calls/view";
import { parsedEvents } from "../src/sign-in/events";
import { Sequence } from "../src/sign-in/sequence";
import { Draft } from "../src/tests/add-to-tests";
import { type TestOutcome, list as testList, outcomes as testOutcomes } from "../src/tests/model";
import { Tests } from "../src/tests/panel";
import type { Shelf } from "./states";

const ignore = () => undefined;

const LINES = JSON.stringify([
  { number: 0, time: 0, source: "runner", level: "info", text: "The server was started as process 4711: weather" },
  { number: 1, time: 1, source: "stderr", level: "info", text: "warning: the cache is cold" },
  { number: 2, time: 2, source: "stderr", level: "info", text: "error: the station of Oslo does not answer" },
  { number: 5, time: 3, source: "stdout", level: "warning", text: "Listening…" },
]);

const STATES: readonly (readonly [name: string, state: ProcessState])[] = [
  ["Starting", { state: "starting" }],
  ["Ready", { state: "ready", since: 0 }],
  [
    "Down",
    {
      state: "down",
      time: 0,
      reason: "The server ended with status 1.",
      stderr: ["no such station"],
      restartsAt: undefined,
      staysDown: "It ended five times in a row.",
    },
  ],
  ["Out of reach", { state: "lost", reason: "The connection was refused." }],
];

function consoleIn(state: ProcessState): ConsoleModel {
  const model = new ConsoleModel(ignore);
  model.setState(state);
  model.lines.value = parsedLines(LINES);
  model.scroll.value = { top: 0, height: 200 };
  return model;
}

const CONSOLES = STATES.map(([name, state]) => ({ name, model: consoleIn(state) }));

const EVENTS = parsedEvents(
  JSON.stringify({
    events: [
      { phase: "resource_metadata", at: 0, method: "GET", url: "https://mcp.example.com/.well-known", status: 200 },
      {
        phase: "token",
        at: 4,
        method: "POST",
        url: "https://sign-in.example.com/token",
        status: 400,
        error: "invalid_grant",
        findings: [
          { code: "expired", severity: "error", message: "The code has expired.", advice: "Begin again." },
          { code: "slow", severity: "hint", message: "It took four seconds.", advice: "" },
        ],
      },
    ],
  }),
);

const QUESTION = {
  token: "1",
  message: {
    jsonrpc: "2.0",
    id: 1,
    method: "elicitation/create",
    params: {
      message: "Which unit?",
      requestedSchema: { type: "object", properties: { unit: { type: "string", enum: ["°C", "°F"] } } },
    },
  },
};
takeReport({ kind: "other", event: "request", message: nodeOf(QUESTION) });

testList.value = {
  file: "weather.mcp-ui.yaml",
  isWritable: true,
  problem: null,
  tests: ["lock", "today", "tomorrow", "forecast"].map((name, line) => ({ name, line })),
};
const PASSED = { state: "passed", ms: 12, problems: [], error: null, revision: null } as const;
const CHANGED = "tools/weather › city: Now required (breaking)";
const DIFFERENT = { message: "", path: "structured.celsius", expected: "20", actual: "21", recorded: false };
const TEST_OUTCOMES: readonly TestOutcome[] = [
  { ...PASSED, name: "lock", state: "failed", problems: [{ message: CHANGED, impact: "breaking", recorded: true }] },
  { ...PASSED, name: "today" },
  { ...PASSED, name: "tomorrow", state: "failed", problems: [DIFFERENT] },
  { ...PASSED, name: "forecast", state: "error", error: "The server lists no tool." },
];
testOutcomes.value = new Map(TEST_OUTCOMES.map((outcome) => [outcome.name, [outcome]]));

const REQUESTED = {
  verb: "call",
  name: "weather",
  argumentsText: '{"city":"Oslo"}',
  kind: "success",
  code: undefined,
  root: nodeOf({ content: [{ type: "text", text: "20 °C" }], structuredContent: { celsius: 20 } }),
} as const;

export const PANELS: readonly Shelf[] = [
  {
    room: "console",
    states: [
      ...CONSOLES.map(({ name, model }) => ({ name, draw: () => <StatusBar model={model} /> })),
      { name: "Open", draw: () => <ConsolePanel model={CONSOLES[1]!.model} /> },
    ],
  },
  {
    room: "palette",
    states: [
      {
        name: "Without a query",
        draw: () => (
          <div class="palette">
            <Palette onRun={ignore} />
          </div>
        ),
      },
    ],
  },
  { room: "sign-in", states: [{ name: "Its steps", draw: () => <Sequence events={EVENTS} isOpen /> }] },
  {
    room: "saved-calls",
    states: [
      {
        name: "A tool without saved calls",
        draw: () => <SavedCalls tool="weather/today" argumentsText={() => "{}"} onFill={ignore} />,
      },
    ],
  },
  {
    room: "tests",
    states: [
      { name: "The tests of a file", draw: () => <Tests /> },
      { name: "A call as a test", draw: () => <Draft requested={REQUESTED} /> },
    ],
  },
  { room: "question-panel", states: [{ name: "A question of no call", draw: () => <Questions /> }] },
];
