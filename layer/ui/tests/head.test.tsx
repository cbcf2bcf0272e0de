// The head of a tool, and its row in the list: its name and title, and what the server claims about it.
import { answers } from "./explorer";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { draw, texts } from "./dom";
import { nodeOf } from "../src/json/read";
import type { Tool } from "../src/protocol/tools";
import { ToolHead } from "../src/tool/head";
import { ListState } from "../src/tools/list-state";
import { ToolRowView } from "../src/tools/row-views";

beforeEach(() => answers.set("findings", () => Response.json([])));

function drawHead(tool: Tool): HTMLElement {
  const nothing = () => undefined;
  const tabs = <div role="tablist" />;
  return draw(
    <ToolHead
      name={tool.name}
      detail={nodeOf(tool)}
      link={() => ""}
      tabs={tabs}
      state="whole"
      onToggle={nothing}
      folded={false}
    />,
  );
}

function drawRow(tool: Tool): HTMLElement {
  const row = { kind: "tool", tool, prefix: "", top: 0, height: 0 } as const;
  return draw(<ToolRowView state={new ListState()} row={row} isTabStop />);
}

test("a title that repeats the name is left out, and any other is shown with the name", () => {
  const echo: Tool = { name: "echo", title: "Echo" };
  assert.deepEqual(texts(drawHead(echo), ".tool-names bdi"), ["echo"]);
  assert.equal(drawRow(echo).textContent, "echo");
  const remove: Tool = { name: "orders/delete", title: "Delete an order" };
  const head = drawHead(remove);
  assert.deepEqual(texts(head, "h2"), ["Delete an order"]);
  assert.deepEqual(texts(head, ".tool-names bdi"), ["Delete an order", "orders/delete"]);
  assert.match(drawRow(remove).textContent, /^orders\/delete.*Delete an order$/);
});

test("annotations are named in the words of MCP, with their meaning, as claims of the server", () => {
  const hints = (annotations?: object) => texts(drawHead({ name: "a", annotations }), '[aria-label^="Hints"] > li');
  assert.deepEqual(hints({ readOnlyHint: false, destructiveHint: false }), [
    "Additive never deletes or overwrites",
    "(the server's claim)",
  ]);
  assert.deepEqual(hints({ readOnlyHint: true, idempotentHint: true, openWorldHint: false }), [
    "Read-only changes nothing",
    "Closed-world stays within the server",
    "(the server's claims)",
  ]);
  assert.deepEqual(hints(), []);
  assert.equal(drawHead({ name: "a" }).querySelector("ul"), null);
});

test("a long description begins in the head, and is whole when it is opened", () => {
  const head = drawHead({ name: "a", description: "x".repeat(10_000) });
  assert.deepEqual(texts(head, ".prose"), [`${"x".repeat(3000)}…`]);
  assert.equal(texts(head, "summary")[0], "The whole description");
});
