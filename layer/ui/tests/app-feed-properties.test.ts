// Properties of the calls that an app is told of, in whatever order they begin and end.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AppInput } from "../src/apps/model/hosted-app";
import { CallQueue } from "../src/app-feed/call-queue";
import { runs } from "./property-support";

interface Call {
  readonly name: string;
  readonly input: AppInput;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "begin",
      "begin",
      "begin",
      "end",
      "end",
      "end",
      "no result",
      "give up",
      "cut",
      "frame",
      "busy",
      "idle",
    ),
    which: fc.nat({ max: 9 }),
  }),
  { maxLength: 60, size: "max" },
);

function inputOf(name: string): AppInput {
  return { method: "input", params: { name } };
}

test("an app is told of one call after the other, each with its arguments once and with its end", async () => {
  const told = fc.asyncProperty(steps, async (all) => {
    const sent: string[] = [];
    let hasRoom = true;
    let frame: () => void = () => undefined;
    const queue = new CallQueue<Call>({
      send: ({ method, params }) => sent.push(`${method} ${String(params["name"])}`),
      hasRoom: () => hasRoom,
      onLeftOut: () => assert.fail("there is room for a few calls"),
      nextFrame: () => new Promise((next) => (frame = next)),
      patience: 1e6,
    });
    const draw = async () => {
      frame();
      await new Promise(setImmediate);
    };
    const calls: Call[] = [];
    const open = new Set<Call>();
    for (const { kind, which } of all) {
      const call = [...open][which % Math.max(1, open.size)];
      if (kind === "begin") {
        const begun = { name: String(calls.length), input: inputOf(String(calls.length)) };
        calls.push(begun);
        open.add(begun);
        queue.begun(begun, 1);
      } else if ((kind === "end" || kind === "no result") && call) {
        open.delete(call);
        queue.ended(call, { method: kind, params: { name: call.name } }, kind === "end", 1);
      } else if (kind === "give up") {
        open.clear();
        queue.giveUp({ method: kind, params: {} });
      } else if (kind === "cut") queue.cut();
      else if (kind === "frame") await draw();
      else hasRoom = kind !== "busy";
    }
    for (const call of open) queue.ended(call, { method: "end", params: { name: call.name } }, true, 1);
    hasRoom = true;
    for (let frames = 0; frames < 5; frames += 1) await draw();
    const begun = sent.filter((line) => line.startsWith("input "));
    assert.equal(new Set(begun).size, begun.length);
    for (const [index, line] of sent.entries()) {
      const [name, previous] = [line.split(" ").at(-1), sent[index - 1]];
      if (line.startsWith("input ")) assert.ok(!previous?.startsWith("input "), sent.join());
      else assert.ok(previous === `input ${name}` || line.startsWith("give up"), sent.join());
    }
    assert.ok(!sent.at(-1)?.startsWith("input "), sent.join());
    queue.forget();
  });
  await fc.assert(told, runs());
});
