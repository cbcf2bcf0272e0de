// The last calls of each tool, in the browser's storage of this origin, under the key that the server sets or else under the
// path prefix. Only arguments and responses are stored, never credentials.
const HISTORY_KEY = `mcp-explorer history ${document.documentElement.dataset.historyKey || ROOT_PATH}`;
const HISTORY_ON = document.documentElement.dataset.history === "true";
const CALLS_PER_TOOL = 20;
const LONGEST_RESPONSE = 20000;
const LONGEST_ARGUMENTS = 200000;
const LARGEST_HISTORY = 1000000;

// Returns the stored calls with their `tool` and `arguments`, the latest first.
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

function rememberCall(tool, argumentsText, call) {
  if (!HISTORY_ON || argumentsText.length > LONGEST_ARGUMENTS || containsCredentials(argumentsText)) return;
  const entry = { ...call, root: undefined, tool, arguments: argumentsText };
  if (call.text.length > LONGEST_RESPONSE || containsCredentials(call.text)) delete entry.text;
  const older = readHistory();
  const same = older.filter((other) => other.tool === tool).slice(CALLS_PER_TOOL - 1);
  writeHistory([entry, ...older.filter((other) => !same.includes(other))]);
}

// Some tools echo the headers they received.
function containsCredentials(text) {
  return [access.token, ...access.headers.map(([, value]) => value)].some((secret) => secret && text.includes(secret));
}

function clearCalls(tool) {
  writeHistory(readHistory().filter((call) => call.tool !== tool));
}

// Drops the oldest calls until the history fits its size limit.
function writeHistory(calls) {
  let kept = calls;
  while (JSON.stringify(kept).length > LARGEST_HISTORY) kept = kept.slice(0, -Math.ceil(kept.length / 5));
  store(HISTORY_KEY, JSON.stringify(kept));
}
