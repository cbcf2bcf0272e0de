// A call while it runs, as it is drawn: progress, questions, their answers, and how it ends.
import {
  EventStream,
  answer,
  bodies,
  eventsOf,
  isHidden,
  openTool,
  responders,
  resultOf,
  round,
  run,
  textIn,
} from "./call-support";
import { until } from "./explorer";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { all, button, press, texts } from "./dom";
import { input } from "./form-support";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });
const failure = (code: number, message: string, data: object = {}) =>
  eventsOf(["error", { jsonrpc: "2.0", id: 1, error: { code, message, data } }]);

test("notifications of other requests, and all after the end, are ignored", async () => {
  const stream = new EventStream();
  const view = await openTool("forever", () => stream.response);
  await run(view);
  const bar = view.querySelector<HTMLElement>("progress")!;
  const percents = () => texts(view, ".progress strong").join();
  const progress = (value: number, token: unknown = 1) =>
    stream.notify("notifications/progress", { progressToken: token, progress: value, total: 10 });
  progress(5);
  progress(9, "foreign");
  progress(4);
  await until(() => percents() === "50 %");
  assert.ok(!isHidden(bar));
  stream.send("result", { jsonrpc: "2.0", id: 1, result: text("The end.") });
  progress(8);
  stream.send("request", { token: "t", message: { id: 1, method: "roots/list" } });
  stream.finish({ content: [] });
  await resultOf(view, "The end.");
  assert.equal(all(view, ".question, .log-body li").length, 0);
  assert.ok(isHidden(bar));
});

test("an error of the explorer within the stream has its status", async () => {
  const view = await openTool("forever", () => failure(-32603, "The server sent nothing for 60s.", { status: 504 }));
  await run(view);
  await resultOf(view, "The server sent nothing for 60s.");
  assert.deepEqual(texts(view, ".result-summary > strong, .result-summary > .hint").slice(0, 2), [
    "Failed",
    "HTTP 504",
  ]);
});

test("a response that ends without a result is a failure", async () => {
  const step = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
  const view = await openTool("forever", () => eventsOf(["notification", step]));
  await run(view);
  await resultOf(view, "The response ended before the result.");
});

test("arguments that the server does not accept can be validated", async () => {
  const view = await openTool("forever", () => failure(-32602, "city must be a place\u202e"));
  await run(view);
  const shown = await resultOf(view, "city must be a place‹U+202E›");
  assert.equal(all(view, ".violations p").length, 0);
  await press(shown.querySelector(".advice")!, "Validate");
  await textIn(view, ".violations", "The arguments are valid.");
  assert.ok(button(view.querySelector(".advice")!, "Run again"));
});

test("an address that must be visited first is shown as a question", async () => {
  const elicitation = {
    mode: "url",
    elicitationId: "1",
    url: "https://example.org/sign-in",
    message: "Sign in first.",
  };
  const view = await openTool("needsPage", () => failure(-32042, "Open it", { elicitations: [elicitation] }));
  await run(view);
  await textIn(view, ".advice .question", "https://example.org/sign-in");
  assert.ok(button(view, "Run again").disabled);
});

test("of the many addresses that an error has, the first ones are shown", async () => {
  const elicitations = Array.from({ length: 50 }, (_, index) => ({
    mode: "url",
    elicitationId: String(index),
    url: `https://example.org/${index}`,
    message: "Sign in first.",
  }));
  const view = await openTool("needsPages", () => failure(-32042, "Open them", { elicitations }));
  await run(view);
  await textIn(view, ".advice", "what the server asks for here, 50 in all,");
  assert.equal(all(view, ".advice .question").length, 20);
});

const ROOTS = { jsonrpc: "2.0", id: 7, method: "roots/list" };
const NAME = {
  jsonrpc: "2.0",
  id: 8,
  method: "elicitation/create",
  params: {
    message: "Who?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
};

// Runs a tool of an older server that asks these questions, whose answers the explorer takes with a status.
async function runAsked(requests: readonly object[], status = 202) {
  responders.set(
    "rpc/answer",
    () => new Response(status === 202 ? "" : '{"error":"reason of the explorer"}', { status }),
  );
  const stream = new EventStream();
  const view = await openTool("forever", () => stream.response);
  await run(view);
  for (const request of requests) stream.send("request", request);
  await until(() => all(view, ".question").length > 0);
  return { stream, view, answers: () => bodies("rpc/answer") };
}

test("questions of an older server are answered while the tool runs", async () => {
  const sampling = { declined: "Sampling was not offered.", message: { ...ROOTS, method: "sampling/createMessage" } };
  const question = { token: "sealed==", message: NAME };
  const { stream, view, answers } = await runAsked([question, question, sampling]);
  await textIn(view, ".note", "The server's request sampling/createMessage was declined: Sampling was not offered.");
  assert.equal(all(view, ".question").length, 1);
  await answer(() => view, "name", "Ada");
  await textIn(view, ".question", "Sent: ");
  assert.deepEqual(answers(), [{ token: "sealed==", result: { action: "accept", content: { name: "Ada" } } }]);
  stream.finish(text("Hello, Ada."));
  await resultOf(view, "Hello, Ada.");
});

test("an address that the person has visited is answered when the server reports its completion", async () => {
  const opened = mock.method(window, "open", () => null);
  const visit = (elicitationId: string) => ({
    token: elicitationId,
    message: {
      jsonrpc: "2.0",
      id: elicitationId,
      method: "elicitation/create",
      params: { mode: "url", message: "Sign in.", url: "https://example.com/a", elicitationId },
    },
  });
  const { stream, view, answers } = await runAsked([visit("first"), visit("second")]);
  await until(() => all(view, ".question").length === 2);
  const [first, second] = all(view, ".question") as [HTMLElement, HTMLElement];
  await until(() => !button(first, "Open").disabled);
  await press(first, "Open");
  assert.deepEqual(
    opened.mock.calls.map(({ arguments: given }) => given as unknown[]),
    [["https://example.com/a", "_blank", "noopener,noreferrer"]],
  );
  const complete = (elicitationId: string) => stream.notify("notifications/elicitation/complete", { elicitationId });
  complete("of another call");
  complete("first");
  await textIn(first, "[role=status]", "Sent: opened.");
  complete("second");
  await textIn(second, "[role=status]", "The server says that you are done there.");
  assert.equal(answers().length, 1, "nobody has agreed to the second address");
  await press(second, "Done, continue");
  await textIn(second, "[role=status]", "Sent: opened.");
  assert.deepEqual(
    answers().map(({ token }) => token),
    ["first", "second"],
  );
  opened.mock.restore();
});

for (const [status, message] of [
  [400, "its token is not valid"],
  [403, "for another caller"],
  [409, "already answered"],
  [410, "has expired"],
] as const) {
  test(`an answer that is refused with ${status} says why`, async () => {
    const { view } = await runAsked([{ token: "t", message: NAME }], status);
    await answer(() => view, "name", "Ada");
    await textIn(view, ".question", message);
    await textIn(view, ".question", "reason of the explorer");
  });
}

test("a question that is open when the call ends is closed", async () => {
  const { stream, view } = await runAsked([{ token: "t", message: NAME }]);
  stream.finish({ content: [] });
  await textIn(view, ".question", "The call has ended. No answer is needed any more.");
  assert.ok(view.querySelector<HTMLFieldSetElement>(".question fieldset")!.disabled);
});

const form = (message: string, name: string) => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] },
  },
});
const asks = (inputRequests: object | undefined, requestState: string, more: object = {}) =>
  eventsOf(["result", { result: { resultType: "input_required", inputRequests, requestState, ...more } }]);
const ends = (value: string) => eventsOf(["result", { result: text(value) }]);

test("an answer is confirmed once", async () => {
  const view = await openTool("asks", ({ resume }) =>
    resume ? ends("Done.") : asks({ go: form("Go on?", "yes") }, "s"),
  );
  await run(view);
  await answer(() => round(view, 1), "yes", "y");
  await resultOf(view, "Done.");
  assert.equal((round(view, 1)!.textContent.match(/Sent/g) ?? []).length, 1);
});

test("questions name the MCP server, and not the host of the explorer", async () => {
  const serverInfo = { name: "live", title: "Live fixture", version: "1" };
  const view = await openTool("asks", () =>
    asks({ go: form("Go on?", "yes") }, "s", { _meta: { "io.modelcontextprotocol/serverInfo": serverInfo } }),
  );
  await run(view);
  await until(() => round(view, 1) !== undefined);
  assert.deepEqual(texts(view, ".question h3"), ["Live fixture asks a question"]);
});

test("a server that never stops asking is given up after ten rounds", async () => {
  const view = await openTool("insatiable", ({ resume }) => {
    const { requestState = "0" } = resume ?? {};
    return asks({ more: form(`More, after ${requestState}?`, "more") }, String(Number(requestState) + 1));
  });
  await run(view);
  for (let number = 1; number <= 10; number += 1) {
    await textIn(view, ".round .question", `More, after ${number - 1}?`);
    await answer(() => round(view, number), "more", `answer ${number}`);
  }
  await resultOf(view, "The server asked for input 10 times and still wants more");
  assert.equal(round(view, 11), undefined);
  assert.equal(bodies("rpc/tools/call").length, 11);
});

test("a server that is not ready is asked again, soon by itself, and at once on request", async () => {
  const view = await openTool("unready", ({ resume }) => {
    assert.equal(resume?.inputResponses, undefined, "nothing was asked");
    const { requestState = "0" } = resume ?? {};
    return requestState === "2" ? ends("Ready at last.") : asks(undefined, String(Number(requestState) + 1));
  });
  await run(view);
  await textIn(view, ".round", "Sending the call again in 1 s");
  await until(() => round(view, 2) !== undefined);
  const asked = performance.now();
  await press(round(view, 2)!, "Send now");
  await resultOf(view, "Ready at last.");
  assert.ok(performance.now() - asked < 1900, "before the 2 s are over");
});

test("Cancel ends a call that waits for answers, and its questions", async () => {
  const view = await openTool("address", ({ resume }) =>
    resume
      ? asks({ street: form("Which street?", "street") }, "2")
      : asks({ city: form("Which city?", "city"), zone: form("Which zone?", "zone") }, "1"),
  );
  await run(view);
  await until(() => round(view, 1) !== undefined);
  await press(view.querySelector(".run-bar")!, "Cancel");
  await resultOf(view, "Cancelled");
  assert.equal(texts(round(view, 1)!, ".question p").filter((status) => status === "Cancelled.").length, 2);
  await press(view, "Back to round 1");
  await answer(() => round(view, 1), "city", "Oslo");
  await answer(() => round(view, 1), "zone", "west");
  await until(() => round(view, 2) !== undefined);
});

test("two rounds of questions, and back to the first one with other answers", async () => {
  const view = await openTool("address", ({ resume }) => {
    if (!resume) return asks({ city: form("Which city?", "city"), zone: form("Which zone?", "zone") }, "");
    const answered = (name: string) => {
      const { content } = resume.inputResponses?.[name] as { content: Record<string, string> };
      return content[name]!;
    };
    const { requestState = "" } = resume;
    if (requestState) return ends(`${answered("street")}, ${requestState}`);
    const [city, zone] = [answered("city"), answered("zone")];
    return asks({ street: form(`Which street in ${city}, ${zone}?`, "street") }, city);
  });
  await run(view);
  await textIn(view, ".run-bar, .round, .actions", "Waiting for 2 answers");
  await answer(() => round(view, 1), "city", "Oslo");
  await textIn(view, ".round", "1 answer to submit");
  await answer(() => round(view, 1), "zone", "west");
  await textIn(view, ".round", "Which street in Oslo, west?");
  await answer(() => round(view, 2), "street", "Storgata 1");
  await resultOf(view, "Storgata 1, Oslo");
  await press(view, "Back to round 1");
  assert.equal(round(view, 2), undefined);
  assert.equal(input(round(view, 1)!, "zone").value, "west");
  await answer(() => round(view, 1), "city", "Bergen");
  await press(input(round(view, 1)!, "zone").closest(".question")!, "Submit");
  await textIn(view, ".round", "Which street in Bergen, west?");
  await answer(() => round(view, 2), "street", "Bryggen 2");
  await resultOf(view, "Bryggen 2, Bergen");
});
