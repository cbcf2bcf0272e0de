// No view can create markup from a string.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, texts } from "./dom";
import { forbidHtml } from "../src/dom/no-html";

test("a view that asks for HTML is not drawn, whatever named the attribute", () => {
  forbidHtml();
  const given = JSON.parse('{"dangerouslySetInnerHTML":{"__html":"<b>bold</b>"}}') as object;
  assert.throws(() => draw(<p {...given} />), /writes no HTML/);
  assert.deepEqual(texts(draw(<p>{"<b>bold</b>"}</p>), "p"), ["<b>bold</b>"]);
});
