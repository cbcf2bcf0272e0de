// The sessions of the main pane: which of them are kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ItemSession } from "../src/pane/item-session";
import { Sessions } from "../src/pane/sessions";
import type { ItemId } from "../src/protocol/links";

const tool = (number: number): ItemId => ({ kind: "tool", id: `tool ${number}` });

/** A session that only knows its arguments, and whether it was closed. */
class FakeSession implements Pick<ItemSession, "isNeeded" | "follow" | "linkedArguments" | "close"> {
  isNeeded = false;
  isClosed = false;
  text: string | undefined;

  follow(text: string | undefined): void {
    this.text = text ?? this.text;
  }

  linkedArguments(): string | undefined {
    return this.text;
  }

  close(): void {
    this.isClosed = true;
  }
}

function start() {
  const made: FakeSession[] = [];
  const sessions = new Sessions(() => {
    const session = new FakeSession();
    made.push(session);
    return session as unknown as ItemSession;
  });
  const use = (number: number) => sessions.use(tool(number)) as unknown as FakeSession;
  return { made, use };
}

test("the 20 sessions that were used last stay open", () => {
  const { made, use } = start();
  for (let number = 0; number < 20; number += 1) use(number);
  use(0);
  for (let number = 20; number < 30; number += 1) use(number);
  assert.deepEqual(
    made.flatMap(({ isClosed }, index) => (isClosed ? [index] : [])),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.equal(use(0), made[0]);
});

test("a session that is needed stays open until it is not", () => {
  const { made, use } = start();
  use(0).isNeeded = true;
  for (let number = 1; number < 40; number += 1) use(number);
  assert.equal(made[0]!.isClosed, false);
  made[0]!.isNeeded = false;
  use(40);
  assert.equal(made[0]!.isClosed, true);
});

test("the arguments of a closed session come back with it", () => {
  const { made, use } = start();
  use(0).text = '{"city":"Oslo"}';
  for (let number = 1; number < 30; number += 1) use(number);
  assert.equal(made[0]!.isClosed, true);
  const again = use(0);
  assert.notEqual(again, made[0]);
  assert.equal(again.text, '{"city":"Oslo"}');
  assert.equal(use(1).text, undefined);
});

test("the arguments of the thousand sessions that were closed last come back", () => {
  const { use } = start();
  for (let number = 0; number < 1100; number += 1) use(number).text = String(number);
  // Twenty of the 1,100 sessions are still open, and 1,000 of the others have left their arguments.
  assert.equal(use(79).text, undefined);
  assert.equal(use(81).text, "81");
});
