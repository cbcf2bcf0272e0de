// Requests to the explorer. Failures are thrown as errors whose messages can be shown to the user unchanged.

async function send(path, options) {
  const headers = accessHeaders();
  for (const [name, value] of Object.entries(options?.headers ?? {})) headers.set(name, value);
  if (options?.body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
  try {
    return await fetch(path, { cache: "no-cache", ...options, headers });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Error(`The server cannot be reached: ${problem.message}.`);
  }
}

function refusal(response, text) {
  const message = textAt(text.length < 1e6 ? tryReadJson(text) : undefined, "error") ?? `The server answered with status ${response.status}.`;
  return Object.assign(new Error(clipped(message, 4000)), { status: response.status });
}

async function fetchText(path, options) {
  return (await readResponse(path, options)).text;
}

async function readResponse(path, options) {
  const response = await send(path, options);
  const text = await bodyText(response);
  if (!response.ok) throw refusal(response, text);
  return { text, headers: response.headers };
}

// Reads a body in chunks, so that a large one does not block the page and its progress can be shown.
async function bodyText(response, onProgress) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(decoder.decode(value, { stream: true }));
    bytes += value.length;
    onProgress?.(bytes);
    if (parts.length % 16 === 0) await nextTask();
  }
  await nextTask();
  return parts.join("") + decoder.decode();
}

async function fetchTools() {
  const text = await fetchText(`${ROOT_PATH}/tools`);
  let tools;
  try {
    tools = JSON.parse(text);
  } catch {
    // Reported below, like any other response that is not a list.
  }
  if (!Array.isArray(tools)) throw new Error("The server answered with something that is not a list of tools.");
  return tools.filter((tool) => typeof tool?.name === "string");
}

async function fetchTool(name) {
  const tool = await finishInSlices(readingJson(await fetchText(toolPath(name))));
  // A proxy that merges slashes turns the path of an empty name into that of the list.
  if (tool.type !== "object") throw new Error("The server answered with something that is not a tool.");
  return tool;
}

// Returns the violations as `{ path, message, keyword }`; an empty list means that the arguments are valid.
async function fetchViolations(name, body, signal) {
  const response = await send(toolPath(name, "/validate"), { method: "POST", body, signal });
  const text = await bodyText(response);
  const report = tryReadJson(text);
  if (isTrue(valueOf(report, "valid"))) return [];
  const errors = itemsOf(valueOf(report, "errors"));
  if (errors.length === 0) throw refusal(response, text);
  return errors.map((entry) => ({ path: textAt(entry, "path") ?? "", message: textAt(entry, "message") ?? rawOf(entry), keyword: textAt(entry, "keyword") }));
}
