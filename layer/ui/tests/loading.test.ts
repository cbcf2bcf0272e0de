// Lists and descriptions that are loading, late or failing, in the whole page.
import {
  announced,
  element,
  failing,
  follow,
  freshTool,
  hold,
  instead,
  isOpen,
  json,
  openTool,
  reload,
  shortcut,
} from "./page-support";
import { EventStream, requests, responders, textIn } from "./call-support";
import { until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, press, texts, type } from "./dom";

// A failure that does not pass by itself.
const broken = failing(500, "Broken.");

test("text typed during a reload is kept", async () => {
  const tool = freshTool();
  await openTool(tool);
  const { count, release } = hold(`tools/${tool}`);
  await reload();
  await type(json(), '{"message": "typed meanwhile"}');
  assert.equal(announced(), "");
  release();
  await until(() => announced() === "Reloaded");
  assert.equal(count(), 1);
  assert.equal(json().value, '{"message": "typed meanwhile"}');
});

test("a tool that is left and reopened while loading is fetched once", async () => {
  const [tool, other] = [freshTool(), freshTool()];
  const { count, release } = hold(`tools/${tool}`);
  await follow(`#/tools/${tool}`);
  await openTool(other);
  await follow(`#/tools/${tool}`);
  release();
  await until(() => isOpen(tool));
  assert.equal(count(), 1);
});

test("a response that a reload has superseded is not shown", async () => {
  const tool = freshTool();
  let answer: (response: Response) => void = () => undefined;
  responders.set(`tools/${tool}`, () => new Promise((resolve) => (answer = resolve)));
  await follow(`#/tools/${tool}`);
  responders.delete(`tools/${tool}`);
  await reload();
  await until(() => isOpen(tool));
  await type(json(), '{"message": "the newer one"}');
  answer(failing(401, "Too late.")());
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(texts(element("tool"), ".failure"), []);
  assert.equal(json().value, '{"message": "the newer one"}');
});

test("the arguments of a link are applied, however long the tool takes to load", async () => {
  const tool = freshTool();
  const { end } = instead(`tools/${tool}`, broken);
  await follow(`#/tools/${tool}?arguments=${encodeURIComponent('{"message": "linked"}')}`);
  await textIn(element("tool"), ".failure", "Broken.");
  end();
  await press(element("tool"), "Try again");
  await until(() => isOpen(tool));
  assert.equal(json().value, '{"message": "linked"}');
});

test("a call started during a reload keeps its clock and its Cancel button", async () => {
  const tool = freshTool();
  await openTool(tool);
  responders.set("rpc/tools/call", () => new EventStream().response);
  const { count, release } = hold(`tools/${tool}`);
  await reload();
  await shortcut({ key: "Enter", ctrlKey: true });
  await until(() => texts(element("tool"), ".run-bar button").includes("Cancel"));
  const clock = () => texts(element("tool"), ".run-bar > span:not(.running)").join();
  release();
  await until(() => announced() === "Reloaded");
  assert.equal(count(), 1);
  const before = clock();
  await until(() => clock() !== before);
  await press(element("tool"), "Cancel");
  await textIn(element("tool"), ".result", "Cancelled");
});

test("a failed list shows an error until it loads", async () => {
  const { end } = instead("tools", broken);
  await reload();
  await textIn(document, "#list-note .failure", "Broken.");
  await type(element("filter") as HTMLInputElement, "1");
  assert.deepEqual(texts(document, "#list-note .failure"), ["Broken."]);
  assert.equal(announced(), "");
  end();
  await press(element("list-note"), "Try again");
  await until(() => announced() === "Reloaded");
  assert.equal(all(document, "#list-note .failure").length, 0);
  assert.ok(document.activeElement === element("filter"));
  await type(element("filter") as HTMLInputElement, "");
});

test("a tool that fails to reload cannot be run, and a retry keeps its arguments", async () => {
  const [tool, other] = [freshTool(), freshTool()];
  await openTool(tool);
  const fail = async () => {
    const { end } = instead(`tools/${tool}`, broken);
    await reload();
    await textIn(element("tool"), ".failure", "Broken.");
    end();
  };
  await type(json(), '{"message": "kept"}');
  await fail();
  await shortcut({ key: "Enter", ctrlKey: true });
  await shortcut({ key: "Enter", ctrlKey: true, shiftKey: true });
  await press(element("tool"), "Try again");
  await until(() => isOpen(tool));
  assert.equal(json().value, '{"message": "kept"}');
  assert.ok(document.activeElement === element("tool"));
  await fail();
  await openTool(other);
  await openTool(tool);
  assert.equal(json().value, '{"message": "kept"}');
  assert.deepEqual(
    requests.map(({ path }) => path).filter((path) => /call|validate/.test(path)),
    [],
  );
});

const rowOf = (name: string) =>
  all(document, ".tool-row").find((row) => row.getAttribute("href") === `#/tools/${name}`)!;

test("an early request that fails or is overtaken is not shown", async () => {
  const [tool, held, third] = [freshTool(), freshTool(), freshTool()];
  const definitions = () => requests.map(({ path }) => path).filter((path) => /^tools\/[^/]+$/.test(path));
  const point = (name: string) => rowOf(name).dispatchEvent(new MouseEvent("pointerover", { bubbles: true }));
  const { end } = instead(`tools/${tool}`, broken);
  point(tool);
  await until(() => definitions().length === 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  end();
  rowOf(tool).click();
  await until(() => isOpen(tool));
  assert.equal(all(element("tool"), ".failure").length, 0);
  assert.deepEqual(definitions(), [`tools/${tool}`, `tools/${tool}`]);
  // Only one waits.
  let signal: AbortSignal | null = null;
  responders.set(`tools/${held}`, (_, given) => {
    signal = given;
    return new Promise((_resolve, reject) => given!.addEventListener("abort", () => reject(given!.reason as Error)));
  });
  point(held);
  await until(() => signal !== null);
  point(third);
  await until(() => signal!.aborted);
  responders.delete(`tools/${held}`);
  rowOf(held).click();
  await until(() => isOpen(held));
  assert.equal(button(element("tool"), "Run").disabled, false);
});
