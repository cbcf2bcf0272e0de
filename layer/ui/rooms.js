// The rooms of the page, each a folder of src, in their order: a room imports only from those before it. docs/architecture.md says
// what is in them.

export const ROOMS = [
  "scheduling",
  "text",
  "json",
  "dom",
  "markdown",
  "schema",
  "access",
  "protocol",
  "later",
  "viewer",
  "results",
  "form",
  "questions",
  "log",
  "tasks",
  "sign-in",
  "conversation",
  "question-panel",
  "task-panel",
  "changes",
  "tests",
  "traffic",
  "traffic-feed",
  "tools",
  "history",
  "clients",
  "pane",
  "saved-calls",
  "home",
  "console",
  "apps",
  "app-feed",
  "ui-catalog",
  "palette",
  "offers",
  "tool",
  "traffic-panel",
  "shell",
  "servers",
];

// They import from each other: requests need credentials, and some credentials are requested.
const TOGETHER = ["access", "protocol"];

// For the rule import/no-restricted-paths.
export const ZONES = ROOMS.slice(0, -1).map((room, index) => ({
  target: `./src/${room}`,
  from: ROOMS.slice(index + 1)
    .filter((other) => !TOGETHER.includes(room) || !TOGETHER.includes(other))
    .map((other) => `./src/${other}`),
  message: "A room imports only from those before it in rooms.js.",
}));
