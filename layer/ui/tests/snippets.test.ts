// Calls as code for other tools.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { CLIENT_CODE } from "../src/tool/server-snippets";
import { LANGUAGES } from "../src/tool/snippets";

const HOSTILE = [
  "it's",
  "$(touch hacked) `touch hacked` $HOME",
  'a "quoted" \\ text\\',
  "two\nlines\r\n\ttab",
  "\u2028\u2029\u0000\u0007\u007f",
  "grüße 😀 \u202e",
  "\ud800 alone",
  "%s %d \\n \\x41 \\u0041",
  "''' \"\"\" {} {0} </script>",
];
const members = HOSTILE.map((text, index): [string, string] => [`k${index}`, text.toWellFormed()]);
const body = JSON.stringify(Object.fromEntries(members));
const header = 'it\'s $HOME `id` \\ "!"';
const call = { name: "a'b", url: "http://127.0.0.1/x", body, headers: [["x-a", header]] as const };

function snippet(language: string): string {
  return LANGUAGES[language]?.(call) ?? "";
}

test("a shell command preserves every character", () => {
  const shell = snippet("cURL").replace(/^curl /, "printf '%s\\0' ");
  const words = execFileSync("sh", ["-c", shell]).toString().split("\0");
  assert.ok(words.includes(body) && words.includes(`x-a: ${header}`));
});

test("Python preserves every character", { skip: !hasPython() && "there is no Python" }, () => {
  const [python = ""] = snippet("Python").split("\ntry:");
  const script = `${python.replace(/^from .*$/gm, "")}\nimport sys; sys.stdout.buffer.write(data)`;
  assert.equal(execFileSync("python3", ["-c", script]).toString(), body);
});

test("JavaScript preserves every character", () => {
  const script = `const fetch = (url, { body }) => ({ text: () => process.stdout.write(body) });\n${snippet("JavaScript")}`;
  const quiet = script.replace("console.log(response.status, await response.text());", "await response.text();");
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", quiet]).toString(), body);
});

test("Rust has the arguments in a raw string that they do not end", () => {
  const args = JSON.stringify({ message: `it's "$HOME" \\ 'x' \u2028 r#"#" "##`, times: 1 });
  const server = { url: "http://127.0.0.1/mcp", headers: [], protocolVersion: undefined };
  const code = CLIENT_CODE["Rust"]!({ tool: "echo", body: args, ...server });
  const [, hashes = "", text = ""] = /from_str\(r(#+)"(.*)"\1\)\?;/s.exec(code) ?? [];
  assert.ok(hashes !== "" && !text.includes(`"${hashes}`), code);
  assert.equal(text, args);
});

test("a JSON-RPC request has the arguments", () => {
  const request = JSON.parse(snippet("MCP JSON-RPC")) as { params: unknown };
  assert.deepEqual(request.params, { name: "a'b", arguments: JSON.parse(body) as unknown });
});

function hasPython(): boolean {
  try {
    return execFileSync("python3", ["--version"]).length > 0;
  } catch {
    return false;
  }
}
