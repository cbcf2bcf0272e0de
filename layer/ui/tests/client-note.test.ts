// The weight of a tool for a model, and the hints on other clients, as they are drawn beside its arguments.
import { bodies, responders, showTool } from "./call-support";
import { answers, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, texts } from "./dom";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";

const INVISIBLE = ["\u200b", "\u202e", "\u2066", "\u0007"];

// Shows a tool, and its note, with what the explorer finds.
async function open(tool: object, findings: readonly object[]): Promise<HTMLElement> {
  responders.set("findings", (body) => {
    assert.deepEqual(body, [{ name: "echo", ...tool }], "all of the tool is examined");
    return Response.json({ findings: [findings] });
  });
  answers.set("tools/echo", () => Response.json({ name: "echo", ...tool }));
  const view = await showTool("echo");
  await until(() => all(view, ".client-note").length === 1);
  return all(view, ".client-note")[0]!;
}

test("a tool that every client takes has a weight and no hints", async () => {
  const note = await open({ description: "Says it.", inputSchema: { type: "object" } }, []);
  await until(() => bodies("findings").length === 1);
  assert.deepEqual(texts(note, "summary"), ["About 18 tokens"]);
});

test("hostile schemas are only measured and shown", { timeout: 60_000 }, async () => {
  for (const [index, text] of hostileStrings.entries()) {
    const mark = `mark-${index}`;
    const list = { type: "array", [text]: text };
    const inputSchema = { type: "object", properties: { [mark]: list, [text]: list }, not: {} };
    const source = { title: "OpenAI", url: "https://example.org/" };
    const finding = { code: "items", severity: "error", message: `Refused: ${mark}`, names: [mark, text], source };
    const note = await open({ description: text, inputSchema }, [finding]);
    await until(() => texts(note, "summary").join().endsWith("· 1 hint on other clients"));
    note.querySelector("summary")!.click();
    await until(() => texts(note, "li").some((hint) => hint.includes(mark)));
    assert.deepEqual(
      all(note, ":not(summary, span, ul, li, code, bdi, a)").map(({ outerHTML }) => outerHTML),
      [],
      text.slice(0, 80),
    );
    assert.deepEqual(
      INVISIBLE.filter((character) => note.textContent.includes(character)),
      [],
    );
    assert.equal(Reflect.get(window, "hacked"), undefined);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  }
});

test("a long name in a hint is cut", async () => {
  const finding = { code: "name", severity: "hint", message: "Refused", names: ["n".repeat(500)] };
  const note = await open({ inputSchema: { type: "object" } }, [finding]);
  await until(() => texts(note, "summary").join().endsWith("· 1 hint on other clients"));
  note.querySelector("summary")!.click();
  await until(() => all(note, "li code").length > 0);
  assert.deepEqual(texts(note, "li code"), [`${"n".repeat(60)}…`]);
});
