// The last calls of each tool, in the browser's storage: per origin (as storage is), and there per key where the server sets
// one, else per prefix. Arguments and answers only; credentials never come here.
const HISTORY_KEY = `mcp-explorer history ${document.documentElement.dataset.historyKey || ROOT_PATH}`;
const HISTORY_ON = document.documentElement.dataset.history === "true";
const CALLS_PER_TOOL = 20;
const LONGEST_ANSWER = 20000;
const LONGEST_ARGUMENTS = 200000;
const LARGEST_HISTORY = 1000000;

// A list of outcomes with their `tool` and `arguments`, the latest first.
function readHistory() {
  try {
    const calls = JSON.parse(stored(HISTORY_KEY) ?? "[]");
    return calls.filter((call) => typeof call.tool === "string" && typeof call.arguments === "string");
  } catch {
    return [];
  }
}

function callsOf(tool) {
  return readHistory().filter((call) => call.tool === tool);
}

function rememberCall(tool, argumentsText, outcome) {
  if (!HISTORY_ON || argumentsText.length > LONGEST_ARGUMENTS || tellsCredentials(argumentsText)) return;
  const call = { ...outcome, root: undefined, tool, arguments: argumentsText };
  if (outcome.text.length > LONGEST_ANSWER || tellsCredentials(outcome.text)) delete call.text;
  const older = readHistory();
  const same = older.filter((entry) => entry.tool === tool).slice(CALLS_PER_TOOL - 1);
  writeHistory([call, ...older.filter((entry) => !same.includes(entry))]);
}

// Some tools echo what they were sent.
function tellsCredentials(text) {
  return [access.token, ...access.headers.map(([, value]) => value)].some((secret) => secret && text.includes(secret));
}

function forgetCalls(tool) {
  writeHistory(readHistory().filter((call) => call.tool !== tool));
}

// The oldest calls go first when it gets too much.
function writeHistory(calls) {
  let kept = calls;
  while (JSON.stringify(kept).length > LARGEST_HISTORY) kept = kept.slice(0, -Math.ceil(kept.length / 5));
  store(HISTORY_KEY, JSON.stringify(kept));
}
