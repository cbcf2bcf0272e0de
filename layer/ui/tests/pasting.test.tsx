// Texts that people paste into the JSON of the arguments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn } from "./dom";
import { drawArguments, input } from "./form-support";
import { nodeOf } from "../src/json/read";

const SCHEMA = nodeOf({
  type: "object",
  properties: { message: { type: "string" }, times: { type: "integer", default: 1 }, loud: { type: "boolean" } },
  required: ["message", "times"],
});

// Returns whether the browser is left to insert the text itself.
async function paste(area: HTMLTextAreaElement, text: string): Promise<boolean> {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  const isLeft = area.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
  await drawn();
  return isLeft;
}

const rpc = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":${args}}}`;
const PASTED: Readonly<Record<string, readonly [text: string, json: string]>> = {
  arguments: [
    '{"message": "hi", "times": 12345678901234567890}',
    '{\n  "message": "hi",\n  "times": 12345678901234567890\n}',
  ],
  "JSON-RPC": [rpc('{"message":"rpc"}'), '{\n  "message": "rpc"\n}'],
  "a call": ['{"name": "echo", "arguments": {"message": "call"}}', '{\n  "message": "call"\n}'],
  "trailing commas": [
    '{"message": "comma", "list": [1, 2,],}',
    '{\n  "message": "comma",\n  "list": [\n    1,\n    2\n  ]\n}',
  ],
  "single quotes": [`{'message': 'it\\'s "quoted"'}`, '{\n  "message": "it\'s \\"quoted\\""\n}'],
  Python: [
    "{'message': 'py', 'loud': True, 'none': None, 'pair': (1, 2)}",
    '{\n  "message": "py",\n  "loud": true,\n  "none": null,\n  "pair": [\n    1,\n    2\n  ]\n}',
  ],
  JavaScript: ["{ message: 'js', /* times */ times: 2, // two\n}", '{ "message": "js",  "times": 2 \n}'],
  curl: [
    `curl -X POST http://127.0.0.1/mcp -H 'content-type: application/json' \\\n  -d '${rpc(`{"message":"it'\\''s curl"}`)}'`,
    '{\n  "message": "it\'s curl"\n}',
  ],
};

for (const [kind, [text, json]] of Object.entries(PASTED)) {
  test(`takes the arguments from what is pasted: ${kind}`, async () => {
    const { view, json: area, sent } = drawArguments(SCHEMA);
    area.setSelectionRange(area.value.length, area.value.length);
    assert.equal(await paste(area, text), false);
    assert.equal(area.value, json);
    assert.equal(input(view, "message").value, sent()["message"]);
    assert.notEqual(input(view, "message").value, "");
  });
}
