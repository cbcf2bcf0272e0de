// One call of a tool, from the request to an outcome that can be shown, kept and compared. It never throws.
//
//   outcome: { kind, headline, status, duration, size, text, root, trace, started }
//   kind:    "success" | "tool error" | "failure" | "cancelled"

async function callTool(name, argumentsText, signal, onProgress) {
  const started = Date.now();
  const clock = performance.now();
  const outcome = { started, text: "", root: undefined, status: undefined };
  try {
    const response = await send(toolPath(name, "/call"), { method: "POST", body: argumentsText, signal });
    outcome.status = response.status;
    outcome.text = await bodyText(response, onProgress);
    outcome.duration = performance.now() - clock;
    await readOutcome(outcome);
  } catch (problem) {
    outcome.duration ??= performance.now() - clock;
    Object.assign(outcome, signal.aborted ? { kind: "cancelled", headline: "Cancelled" } : { kind: "failure", headline: failureHeadline(outcome, problem) });
  }
  return outcome;
}

// Also used for outcomes out of the history of calls, which keep the text alone.
async function readOutcome(outcome) {
  outcome.size ??= outcome.text.length;
  try {
    outcome.root = await finishInSlices(readingJson(outcome.text));
  } catch (problem) {
    if (outcome.kind === undefined) Object.assign(outcome, { kind: "failure", headline: `The answer is not JSON: ${problem.message}` });
    return;
  }
  if (outcome.kind !== undefined) return;
  outcome.trace = stringOf(valueOf(valueOf(outcome.root, "_meta"), "_trace_id"));
  const error = stringOf(valueOf(outcome.root, "error"));
  if (valueOf(outcome.root, "content") || memberOf(outcome.root, "structuredContent")) {
    const failed = isTrue(valueOf(outcome.root, "isError"));
    Object.assign(outcome, failed ? { kind: "tool error", headline: "The tool reports an error" } : { kind: "success", headline: "Success" });
  } else {
    Object.assign(outcome, { kind: "failure", headline: clipped(error ?? `The answer is no tool result (status ${outcome.status})`, 4000) });
  }
}

function failureHeadline(outcome, problem) {
  return outcome.status === undefined ? problem.message : `The answer broke off: ${problem.message}`;
}
