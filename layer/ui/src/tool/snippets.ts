// The call as code for programs other than this page.

import { objectText } from "../json/object-text";
import { curlPost } from "../text/shell";

export interface CallSnippet {
  readonly name: string;
  readonly url: string;
  readonly body: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

function curlSnippet({ url, body, headers }: CallSnippet): string {
  return curlPost(url, headers, body, { command: "curl -X POST" });
}

function javascriptSnippet({ url, body, headers }: CallSnippet): string {
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
function pythonSnippet({ url, body, headers }: CallSnippet): string {
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

function jsonRpcSnippet({ name, body }: CallSnippet): string {
  const params = objectText(["name", "arguments"], (key) => (key === "name" ? JSON.stringify(name) : body));
  const members = new Map([
    ["jsonrpc", '"2.0"'],
    ["id", "1"],
    ["method", '"tools/call"'],
    ["params", params],
  ]);
  return objectText(members.keys(), (key) => members.get(key) ?? "null");
}

export const LANGUAGES: Readonly<Record<string, (call: CallSnippet) => string>> = {
  cURL: curlSnippet,
  JavaScript: javascriptSnippet,
  Python: pythonSnippet,
  "MCP JSON-RPC": jsonRpcSnippet,
};
