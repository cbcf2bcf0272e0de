// The console without its view: lines, gaps, the visible rows, and the state of the process.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ConsoleLine, isProblem, linesText, parsedLines, withLines } from "../src/console/line";
import { type DownState, Restarts, parsedState, restartText, stateText } from "../src/console/process-state";
import { rowsOf } from "../src/console/rows";
import { rowAt, visibleRows } from "../src/viewer/virtual-rows";

function lines(...numbers: number[]): ConsoleLine[] {
  return numbers.map((number) => line({ number, text: `Line ${number}` }));
}

function line(members: Record<string, unknown>): ConsoleLine {
  const [parsed] = parsedLines(JSON.stringify([{ number: 0, time: 0, source: "stderr", level: "info", ...members }]));
  assert.ok(parsed);
  return parsed;
}

function numbers(rows: readonly { number: number }[]): number[] {
  return rows.map(({ number }) => number);
}

test("lines of an event are read, and what is no line is left out", () => {
  const [parsed, ...rest] = parsedLines(
    '[{"number":1,"time":2,"source":"stdout","level":"warning","text":"Hi","more":3},7,null,{"number":"1"},' +
      '{"number":2,"time":2,"source":"elsewhere","level":"info","text":""}]',
  );
  assert.deepEqual(parsed, { number: 1, time: 2, source: "stdout", level: "warning", text: "Hi", searchable: "hi" });
  assert.deepEqual(rest, []);
  assert.deepEqual(parsedLines("{}"), []);
});

test("the level of stderr is taken from its words, that of other lines is given", () => {
  const levels = (text: string) => line({ text }).level;
  for (const text of [
    "ERROR: no file",
    "ValueError: x",
    "thread 'main' panicked at",
    "Traceback (most recent call last):",
  ])
    assert.equal(levels(text), "error", text);
  for (const text of ["WARN slow", "DeprecationWarning: x", "(node:1) Warning: y"])
    assert.equal(levels(text), "warning", text);
  for (const text of ["0 errors", "listening", "terrors"]) assert.equal(levels(text), "info", text);
  assert.equal(line({ source: "runner", level: "warning", text: "an error" }).level, "warning");
  assert.ok(isProblem(line({ source: "stdout", level: "warning", text: "print" })));
  assert.ok(!isProblem(line({ source: "runner", level: "warning", text: "note" })));
});

test("the newest lines are kept, once each, and within bounds", () => {
  assert.deepEqual(numbers(withLines(lines(1, 2), lines(2, 3))), [1, 2, 3]);
  const many = withLines(lines(0), lines(...Array.from({ length: 20_000 }, (_, index) => index + 1)));
  assert.deepEqual([many.length, many[0]?.number, many.at(-1)?.number], [10_000, 10_001, 20_000]);
  const long = (number: number) => line({ number, text: "x".repeat(1.5e6) });
  assert.deepEqual(numbers(withLines([long(0), long(1)], [long(2), long(3)])), [2, 3]);
});

test("a traceback is one problem, and all its lines are errors", () => {
  const texts = [
    "listening",
    "Traceback (most recent call last):",
    '  File "server.py", line 3, in <module>',
    "    raise ValueError(x)",
    "ValueError: a value",
    "bye",
    "╭──── Traceback (most recent call last) ────╮",
    "│ /srv/server.py:3 in call                  │",
    "╰───────────────────────────────────────────╯",
    "OSError: no file",
    "TypeError: x is not a function",
    "    at call (file:///srv/server.js:3:9)",
    "Node.js v20.20.2",
  ];
  const kept = withLines(
    [],
    texts.slice(0, 3).map((text, number) => line({ number, text })),
  );
  const all = withLines(
    kept,
    texts.slice(3).map((text, index) => line({ number: index + 3, text })),
  );
  assert.deepEqual(all.map(({ level }) => level[0]).join(""), "ieeeeieeeeeei");
  assert.deepEqual(numbers(all.filter(isProblem)), [1, 6, 10]);
});

test("lost lines are a row of their own, also before the first line", () => {
  const rows = rowsOf(lines(5, 6, 9), { words: [], least: "info" });
  assert.deepEqual(numbers(rows), [4.5, 5, 6, 8.5, 9]);
  assert.deepEqual(
    rows.flatMap((row) => (row.kind === "gap" ? [row.count] : [])),
    [5, 2],
  );
});

test("the filter has words in any order, and a least level", () => {
  const all = [line({ number: 0, text: "An ERROR here" }), line({ number: 1, text: "here it is" })];
  const shown = (words: string[], least: "info" | "error") => numbers(rowsOf(all, { words, least }));
  assert.deepEqual(shown(["here"], "info"), [0, 1]);
  assert.deepEqual(shown(["here", "error"], "info"), [0]);
  assert.deepEqual(shown([], "error"), [0]);
});

test("rows are found by their number, and only the visible ones are drawn", () => {
  const rows = rowsOf(lines(0, 1, 5), { words: [], least: "info" });
  assert.deepEqual(
    [-1, 0, 1, 2, 4.5, 5, 6].map((number) => rowAt(rows, number)),
    [0, 0, 1, 2, 2, 3, 4],
  );
  assert.deepEqual(visibleRows(10_000, 24, { top: 24_000, height: 240 }), { first: 992, end: 1018 });
  assert.deepEqual(visibleRows(3, 24, { top: 0, height: 240 }), { first: 0, end: 3 });
  assert.deepEqual(visibleRows(0, 24, { top: 5000, height: 240 }), { first: 0, end: 0 });
});

test("the state of the process is read, and said in words", () => {
  const down = (text: string) => parsedState(`{"state":"down",${text}}`, 1000) as DownState;
  const crashed = down('"time":5,"reason":"The server exited with code 1.","stderr":["a",1,"b"],"restartsIn":1500');
  assert.deepEqual(crashed.stderr, ["a", "b"]);
  assert.equal(restartText(crashed, 1000), "Starting again in 2 s.");
  assert.equal(restartText(crashed, 9000), "Starting again…");
  assert.equal(stateText(crashed, 1000), "The server exited with code 1. Starting again in 2 s.");
  const ended = down('"reason":"The server exited with code 0.","staysDown":"It stays down.","restartsIn":null');
  assert.equal(stateText(ended, 0), "The server exited with code 0. It stays down.");
  const shared = (newest: string, agents: number) =>
    stateText(
      parsedState(`{"state":"ready","since":1,"revision":"2025-11-25","agents":${agents},"newest":${newest}}`, 0)!,
      0,
    );
  assert.equal(
    shared('{"state":"ready"}', 3),
    "2 processes: 2025-11-25, shared by the page and 3 agents · 2026-07-28, on request",
  );
  assert.equal(
    shared('{"state":"down","reason":"It crashed."}', 0),
    "2 processes: 2025-11-25, used by the page · 2026-07-28, on request (down: It crashed.)",
  );
  assert.equal(parsedState('{"state":"dancing"}', 0), undefined);
  assert.equal(parsedState("[]", 0), undefined);
});

test("another process is noticed, however much of its start was missed", () => {
  const ready = (since: number) => ({ state: "ready", since }) as const;
  const restarts = new Restarts();
  assert.deepEqual(
    [
      ready(1),
      ready(1),
      { state: "starting" } as const,
      ready(2),
      ready(3),
      { state: "lost", reason: "" } as const,
    ].map((state) => restarts.isNew(state)),
    [false, false, false, true, true, false],
  );
  assert.ok(!restarts.isNew(ready(3)));
  // The list of tools has failed, because the process was down when the page was loaded.
  const late = new Restarts();
  assert.deepEqual(
    [{ state: "starting" } as const, ready(1)].map((state) => late.isNew(state)),
    [false, true],
  );
});

test("copied lines have their time and source", () => {
  assert.equal(
    linesText([line({ text: "a" }), line({ text: "b" })]),
    "1970-01-01T00:00:00.000Z stderr: a\n1970-01-01T00:00:00.000Z stderr: b",
  );
});
