// The call as text for other tools. `token` is what stands for the bearer token: the real one only when asked for.
const TOKEN_PLACEHOLDER = "<token>";

function snippetHeaders(revealed) {
  const headers = [["Content-Type", "application/json"]];
  if (access.token) headers.push(["Authorization", `Bearer ${revealed ? access.token : TOKEN_PLACEHOLDER}`]);
  for (const { name, value } of access.headers) headers.push([name, revealed ? value : "<hidden>"]);
  return headers;
}

// In single quotes a POSIX shell takes every character as itself, except the single quote.
function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curlSnippet(url, body, headers) {
  const lines = [`curl -X POST ${shellQuoted(url)}`, ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`), `--data-raw ${shellQuoted(body)}`];
  return lines.join(" \\\n  ");
}

function javascriptSnippet(url, body, headers) {
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    `  headers: ${indentedObject(headers, "  ")},`,
    `  body: ${JSON.stringify(body)},`,
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

// The escapes that JSON writes mean the same in a Python string.
function pythonSnippet(url, body, headers) {
  return [
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen",
    "",
    "request = Request(",
    `    ${JSON.stringify(url)},`,
    '    method="POST",',
    `    headers=${indentedObject(headers, "    ")},`,
    `    data=${JSON.stringify(body)}.encode(),`,
    ")",
    "try:",
    "    with urlopen(request) as response:",
    "        print(response.status, response.read().decode())",
    "except HTTPError as error:",
    "    print(error.code, error.read().decode())",
  ].join("\n");
}

function indentedObject(pairs, indent) {
  const lines = pairs.map(([key, value]) => `${indent}  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  return `{\n${lines.join("\n")}\n${indent}}`;
}

function jsonRpcSnippet(name, body) {
  const indented = body.replaceAll("\n", "\n    ");
  return `{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "method": "tools/call",\n  "params": {\n    "name": ${JSON.stringify(name)},\n    "arguments": ${indented}\n  }\n}`;
}

function snippetView(name, draft) {
  const view = element("div", { class: "snippets" });
  let revealed = false;
  let language = "cURL";
  const render = () => {
    const url = new URL(toolPath(name, "/call"), location.origin).href;
    const body = draft.text.trim() === "" ? "{}" : draft.text;
    const make = {
      cURL: () => curlSnippet(url, body, snippetHeaders(revealed)),
      JavaScript: () => javascriptSnippet(url, body, snippetHeaders(revealed)),
      Python: () => pythonSnippet(url, body, snippetHeaders(revealed)),
      "MCP JSON-RPC": () => jsonRpcSnippet(name, body),
    };
    const tabs = Object.entries(make).map(([title, text]) => ({ name: title, panel: () => textViewer(text(), { label: `The call as ${title}`, filename: "call.txt" }) }));
    const set = tabSet("Languages", tabs, { initial: language, onChoose: (chosen) => (language = chosen) });
    const reveal = button(revealed ? "Hide token and headers" : "Reveal token and headers", () => {
      revealed = !revealed;
      render();
    }, { class: "quiet", "aria-pressed": revealed });
    view.replaceChildren(element("div", { class: "tab-row" }, set.list, hasAccess() && reveal), set.panels);
  };
  return { view, render };
}
