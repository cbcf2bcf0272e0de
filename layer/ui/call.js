// Calls a tool. Never throws: failures are part of the returned record, which can be shown and stored.
//
//   call: { kind, headline, status, duration, size, text, root, trace, started }
//   kind: "success" | "tool-error" | "failed" | "cancelled"

async function callTool(name, argumentsText, signal, onProgress, headers) {
  const clock = performance.now();
  const call = { started: Date.now(), text: "", size: 0 };
  const progress = (bytes) => {
    call.size = bytes;
    onProgress?.(bytes);
  };
  try {
    const response = await send(toolPath(name, "/call"), { method: "POST", body: argumentsText, signal, headers });
    call.status = response.status;
    call.text = await bodyText(response, progress);
    call.duration = performance.now() - clock;
    await classifyCall(call);
  } catch (problem) {
    call.duration ??= performance.now() - clock;
    const headline = call.status ? `The response was interrupted: ${problem.message}` : problem.message;
    Object.assign(call, signal.aborted ? { kind: "cancelled", headline: "Cancelled" } : { kind: "failed", headline });
  }
  return call;
}

// Classifies the response. Also used for calls from the history, which stores only the text.
async function classifyCall(call) {
  try {
    call.root = await finishInSlices(readingJson(call.text));
  } catch (problem) {
    return Object.assign(call, { kind: "failed", headline: `The response is not JSON: ${problem.message}` });
  }
  const { root, status } = call;
  call.trace = textAt(valueOf(root, "_meta"), "_trace_id");
  // A server may allow only some of its tools to run. Guards and the MCP server have other reasons for a 403.
  const isDisabled = textAt(root, "error") === "Tool execution is disabled.";
  if (status === 403 && MAY_EXECUTE && isDisabled) return Object.assign(call, { kind: "failed", headline: "This server does not run this tool." });
  if (!memberOf(root, "content") && !memberOf(root, "structuredContent")) {
    return Object.assign(call, { kind: "failed", headline: clipped(textAt(root, "error") ?? `Status ${status} without a tool result`, 4000) });
  }
  const failed = isTrue(valueOf(root, "isError"));
  return Object.assign(call, failed ? { kind: "tool-error", headline: "The tool reports an error" } : { kind: "success", headline: "Success" });
}
