// The call as code for other tools. Credentials are included only on request.

function snippetHeaders(revealed) {
  const headers = [...accessHeaders()].map(([name, value]) => [name, revealed ? value : value.replace(/^(Bearer )?.*$/s, "$1<hidden>")]);
  return new Map([["content-type", "application/json"], ...headers]);
}

// Within single quotes, a POSIX shell interprets no character but the single quote.
function shellQuoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function curlSnippet({ url, body, headers }) {
  const options = headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`);
  return [`curl -X POST ${shellQuoted(url)}`, ...options, `--data-raw ${shellQuoted(body)}`].join(" \\\n  ");
}

function javascriptSnippet({ url, body, headers }) {
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    '  method: "POST",',
    `  headers: ${JSON.stringify(Object.fromEntries(headers))},`,
    `  body: ${JSON.stringify(body)},`,
    "});",
    "console.log(response.status, await response.text());",
  ].join("\n");
}

// JSON escapes have the same meaning in a Python string.
function pythonSnippet({ url, body, headers }) {
  return [
    "from urllib.error import HTTPError",
    "from urllib.request import Request, urlopen",
    "",
    `url = ${JSON.stringify(url)}`,
    `headers = ${JSON.stringify(Object.fromEntries(headers))}`,
    `data = ${JSON.stringify(body)}.encode()`,
    "try:",
    '    response = urlopen(Request(url, data, headers, method="POST"))',
    "except HTTPError as error:",
    "    response = error",
    "print(response.status, response.read().decode())",
  ].join("\n");
}

function jsonRpcSnippet({ name, body }) {
  const params = objectText(["name", "arguments"], (key) => (key === "name" ? JSON.stringify(name) : body));
  return objectText(["jsonrpc", "id", "method", "params"], (key) => ({ jsonrpc: '"2.0"', id: "1", method: '"tools/call"', params })[key]);
}

const LANGUAGES = { cURL: curlSnippet, JavaScript: javascriptSnippet, Python: pythonSnippet, "MCP JSON-RPC": jsonRpcSnippet };

function snippetView(name, draft, initial = "cURL", revealed = false) {
  const url = new URL(toolPath(name, "/call"), location.origin).href;
  const call = { name, url, body: draft.text.trim() || "{}", headers: [...snippetHeaders(revealed)] };
  let language = initial;
  const tabs = Object.entries(LANGUAGES).map(([title, make]) => ({ name: title, panel: () => textViewer(make(call), { label: `The call as ${title}`, filename: "call.txt" }) }));
  const { list, panels } = tabSet("Languages", tabs, { initial, onChoose: (chosen) => (language = chosen) });
  const reveal = () => view.replaceWith(snippetView(name, draft, language, !revealed));
  const view = element("div", element("div.tab-row", list, hasAccess() && button("Reveal token and headers", reveal, "quiet small", { "aria-pressed": revealed })), panels);
  return view;
}
