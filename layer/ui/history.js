// The last calls of each tool, in the browser's storage: per origin (as storage is) and per prefix. Arguments and answers
// only; credentials never come here.
const HISTORY_KEY = `mcp-explorer history ${ROOT_PATH}`;
const HISTORY_ON = document.documentElement.dataset.history === "true";
const CALLS_PER_TOOL = 20;
const LONGEST_ANSWER = 20000;
const LONGEST_ARGUMENTS = 200000;
const LARGEST_HISTORY = 1000000;

// A list of { tool, arguments, started, kind, headline, status, duration, size, text }, the latest first.
function readHistory() {
  if (!HISTORY_ON) return [];
  try {
    const calls = JSON.parse(localStorage.getItem(HISTORY_KEY) ?? "[]");
    return Array.isArray(calls) ? calls.filter((call) => typeof call?.tool === "string" && typeof call.arguments === "string" && typeof call.kind === "string") : [];
  } catch {
    return [];
  }
}

function callsOf(tool) {
  return readHistory().filter((call) => call.tool === tool);
}

function rememberCall(tool, argumentsText, outcome) {
  if (!HISTORY_ON || tool.length > 1000 || argumentsText.length > LONGEST_ARGUMENTS || tellsCredentials(argumentsText)) return;
  const { started, kind, headline, status, duration, size, text, trace } = outcome;
  const call = { tool, arguments: argumentsText, started, kind, headline, status, duration: Math.round(duration), size, trace, text };
  if (text.length > LONGEST_ANSWER || tellsCredentials(text)) delete call.text;
  const counts = new Map();
  const kept = [call, ...readHistory()].filter((entry) => {
    counts.set(entry.tool, (counts.get(entry.tool) ?? 0) + 1);
    return counts.get(entry.tool) <= CALLS_PER_TOOL;
  });
  writeHistory(kept);
}

// Some tools echo what they were sent.
function tellsCredentials(text) {
  return [access.token, ...access.headers.map((header) => header.value)].some((secret) => secret.length > 5 && text.includes(secret));
}

function forgetCalls(tool) {
  writeHistory(readHistory().filter((call) => call.tool !== tool));
}

// The oldest calls go first when it gets too much, for us or for the browser.
function writeHistory(calls) {
  for (let kept = calls; ; kept = kept.slice(0, Math.floor(kept.length * 0.8))) {
    const text = JSON.stringify(kept);
    try {
      if (kept.length === 0) return localStorage.removeItem(HISTORY_KEY);
      if (text.length > LARGEST_HISTORY) continue;
      return localStorage.setItem(HISTORY_KEY, text);
    } catch {
      if (kept.length === 0) return undefined;
    }
  }
}
