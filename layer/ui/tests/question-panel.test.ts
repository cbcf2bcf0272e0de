// The panel of questions that belong to no call of the page, and lists of offers: servers that never stop.
import "./dom";
import { answers, result } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../src/json/read";
import { fetchOffers } from "../src/protocol/offers";
import { asked, takeReport } from "../src/question-panel/model";
import { reportOf } from "../src/protocol/reports";

const report = (event: "notification" | "request", message: object) =>
  takeReport(reportOf(event, readJson(JSON.stringify(message))));

test("questions that are withdrawn again and again do not add up", () => {
  for (let id = 0; id < 100; id += 1) {
    const params = { message: "Who?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
    report("request", { token: `t${id}`, message: { jsonrpc: "2.0", id, method: "elicitation/create", params } });
    assert.ok(asked.value.at(-1)?.isOpen, String(id));
    report("notification", { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }
  const ids = asked.value.map(({ id }) => id);
  assert.deepEqual([ids.length, ids.at(-1)], [21, "99"]);
});

test("a list whose pages never end is cut", async () => {
  let pages = 0;
  answers.set("rpc/resources/list", () => result({ resources: [], nextCursor: String((pages += 1)) }));
  assert.deepEqual(await fetchOffers("resource", AbortSignal.timeout(60_000)), []);
  assert.equal(pages, 1000);
});
