// One call of a tool, from the request to an outcome that can be shown, kept and compared. It never throws.
//
//   outcome: { kind, headline, status, duration, size, text, root, trace, started }
//   kind:    "success" | "tool-error" | "failed" | "cancelled"

async function callTool(name, argumentsText, signal, onProgress, headers) {
  const clock = performance.now();
  const outcome = { started: Date.now(), text: "", size: 0 };
  const progress = (bytes) => {
    outcome.size = bytes;
    onProgress?.(bytes);
  };
  try {
    const response = await send(toolPath(name, "/call"), { method: "POST", body: argumentsText, signal, headers });
    outcome.status = response.status;
    outcome.text = await bodyText(response, progress);
    outcome.duration = performance.now() - clock;
    await readOutcome(outcome);
  } catch (problem) {
    outcome.duration ??= performance.now() - clock;
    const headline = outcome.status ? `The answer broke off: ${problem.message}` : problem.message;
    Object.assign(outcome, signal.aborted ? { kind: "cancelled", headline: "Cancelled" } : { kind: "failed", headline });
  }
  return outcome;
}

// Says what an answer means. Also used for calls out of the history, which keep the text alone.
async function readOutcome(outcome) {
  try {
    outcome.root = await finishInSlices(readingJson(outcome.text));
  } catch (problem) {
    return Object.assign(outcome, { kind: "failed", headline: `The answer is not JSON: ${problem.message}` });
  }
  const { root, status } = outcome;
  outcome.trace = textAt(valueOf(root, "_meta"), "_trace_id");
  // A server may run some of its tools only.
  if (status === 403 && MAY_EXECUTE) return Object.assign(outcome, { kind: "failed", headline: "This server does not run this tool." });
  if (!memberOf(root, "content") && !memberOf(root, "structuredContent")) {
    return Object.assign(outcome, { kind: "failed", headline: clipped(textAt(root, "error") ?? `Status ${status}, and no result of a tool`, 4000) });
  }
  const failed = isTrue(valueOf(root, "isError"));
  return Object.assign(outcome, failed ? { kind: "tool-error", headline: "The tool reports an error" } : { kind: "success", headline: "Success" });
}
