// Requests to the explorer. What went wrong comes back as a Failure whose message can be shown as it is.

class Failure extends Error {
  constructor(message, status) {
    super(clipped(message, 4000));
    this.status = status;
  }
}

async function send(path, options) {
  const headers = accessHeaders();
  if (options?.body !== undefined && !headers.has("content-type")) headers.set("Content-Type", "application/json");
  try {
    return await fetch(path, { cache: "no-cache", credentials: "same-origin", ...options, headers });
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Failure(`The server cannot be reached (${problem.message}).`);
  }
}

async function readAnswer(path, options) {
  const response = await send(path, options);
  const text = await bodyText(response);
  if (!response.ok && response.status !== 304) throw new Failure(errorMessage(text) ?? `The server answered with status ${response.status}.`, response.status);
  return text;
}

// The `error` of the explorer's own error answers.
function errorMessage(text) {
  return text.length > 1e6 ? undefined : stringOf(valueOf(tryReadJson(text), "error"));
}

// Reads a body piece by piece, so that a large one neither holds the page nor arrives unannounced.
async function bodyText(response, onProgress) {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts = [];
  let bytes = 0;
  let paused = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(decoder.decode(value, { stream: true }));
    bytes += value.length;
    onProgress?.(bytes);
    if (performance.now() - paused > SLICE_MS) {
      await nextTask();
      paused = performance.now();
    }
  }
  parts.push(decoder.decode());
  return parts.join("");
}

async function fetchTools() {
  const text = await readAnswer(`${ROOT_PATH}/tools`);
  let tools;
  try {
    tools = JSON.parse(text);
  } catch {
    throw new Failure("The list of tools is not JSON. Is this page served by the explorer?");
  }
  if (!Array.isArray(tools)) throw new Failure("The list of tools is not a JSON array.");
  return tools.filter((tool) => typeof tool?.name === "string");
}

async function fetchTool(name) {
  const root = await finishInSlices(readingJson(await readAnswer(toolPath(name))));
  if (root.type !== "object") throw new Failure("The description of the tool is not a JSON object.");
  return root;
}

// The violations, as `{ path, message }`; an empty list when the arguments are valid.
async function fetchViolations(name, body, signal) {
  const response = await send(toolPath(name, "/validate"), { method: "POST", body, signal });
  const text = await bodyText(response);
  const answer = tryReadJson(text);
  if (isTrue(valueOf(answer, "valid"))) return [];
  const errors = valueOf(answer, "errors");
  if (errors?.type !== "array") throw new Failure(errorMessage(text) ?? `The server answered with status ${response.status}.`, response.status);
  return errors.items.map((entry) => ({ path: stringOf(valueOf(entry, "path")) ?? "", message: stringOf(valueOf(entry, "message")) ?? rawOf(entry) }));
}
