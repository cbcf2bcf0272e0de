// Properties of a message from an app: its size, its kind, and its beginning as text.
const LONGEST_LOGGED = 12000;
const DEEPEST_LOGGED = 30;

// Estimates the length of the message as JSON. Stops at the limit, which also ends the walk through a cyclic value.
function measureMessage(message, limit) {
  const pending = [message];
  let bytes = 0;
  while (pending.length > 0 && bytes <= limit) {
    const value = pending.pop();
    bytes += 4;
    if (typeof value === "string") bytes += value.length;
    else if (Array.isArray(value)) {
      bytes += value.length;
      if (bytes <= limit) for (const item of value) pending.push(item);
    } else if (isPlainObject(value)) {
      for (const key in value) {
        bytes += key.length + 4;
        if (bytes > limit) break;
        pending.push(value[key]);
      }
    } else if (typeof value === "object" ? value !== null : typeof value === "bigint") {
      return { bytes, problem: "The message contains a value that JSON cannot represent." };
    }
  }
  return { bytes, problem: bytes > limit ? `The message is larger than ${formatSize(limit)}.` : undefined };
}

function isPlainObject(value) {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

// Returns the kind of a JSON-RPC message ("request", "notification" or "response"), or the problem that makes it invalid.
function kindOfMessage({ id, method, params, result, error }) {
  const isId = (typeof id === "number" && Number.isFinite(id)) || (typeof id === "string" && id.length <= 200);
  if (id !== undefined && !isId) return { problem: "The id is neither a number nor a string." };
  if (typeof method === "string") return { kind: id === undefined ? "notification" : "request", problem: params !== undefined && !isObject(params) ? "The parameters are not an object." : undefined };
  if (method === undefined && id !== undefined && (result !== undefined || error !== undefined)) return { kind: "response" };
  return { problem: "The message is neither a request, nor a notification, nor a response." };
}

// The beginning of a value as JSON.
function jsonExcerpt(root) {
  let out = "";
  const write = (value, depth) => {
    if (out.length > LONGEST_LOGGED) return;
    if (typeof value === "string") out += JSON.stringify(value.slice(0, LONGEST_LOGGED));
    else if (typeof value !== "object" || value === null) out += String(value);
    else if (depth > DEEPEST_LOGGED) out += "…";
    else if (Array.isArray(value)) writeAll("[", value, (item) => write(item, depth + 1), "]");
    else {
      const member = (key) => {
        out += `${JSON.stringify(key.slice(0, LONGEST_LOGGED))}:`;
        write(value[key], depth + 1);
      };
      writeAll("{", Object.keys(value).filter((key) => value[key] !== undefined), member, "}");
    }
  };
  const writeAll = (open, items, writeOne, close) => {
    out += open;
    for (const [index, item] of items.entries()) {
      if (out.length > LONGEST_LOGGED) return;
      if (index > 0) out += ",";
      writeOne(item);
    }
    out += close;
  };
  write(root, 0);
  return clipped(out, LONGEST_LOGGED);
}

// Converts any value that an app sends in place of a string.
function asText(value) {
  return typeof value === "string" ? value : jsonExcerpt(value);
}
