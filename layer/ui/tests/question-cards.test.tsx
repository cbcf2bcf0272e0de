// The cards of questions: what a person answers to an MCP server, hostile ones included.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { all, button, draw, press, texts, type } from "./dom";
import { check, choose } from "./form-support";
import { tryReadJson } from "../src/json/read";
import type { QuestionCard } from "../src/questions/card";
import { questionCard } from "../src/questions/kinds";
import { LastAnswer } from "../src/questions/last-answer";
import type { Answer } from "../src/questions/question";
import { QuestionView } from "../src/questions/view";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const form = (properties: object, required: string[] = [], message = "What?") => ({
  message,
  requestedSchema: { type: "object", properties, required },
});
const address = (url: string) => ({ mode: "url", message: "Sign in.", url, elicitationId: "e1" });

let answers: Answer[] = [];

beforeEach(() => {
  answers = [];
  localStorage.clear();
});

// Draws the card of a question, whose parameters are a value or a JSON text.
function ask(method: string, params: unknown, server = "Fixture"): { card: QuestionCard; view: HTMLElement } {
  const text = typeof params === "string" ? params : JSON.stringify(params ?? {});
  const card: QuestionCard = questionCard({ method, params: tryReadJson(text), server }, () =>
    answers.push(card.answer!),
  );
  return { card, view: draw(<QuestionView card={card} />) };
}

const result = () => {
  const answer = answers.at(-1);
  assert.ok(answer && "result" in answer);
  return answer.result;
};
const error = () => {
  const answer = answers.at(-1);
  assert.ok(answer && "error" in answer);
  return answer.error;
};
type Named = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement;
const field = (view: HTMLElement, name: string) => {
  const label = all(view, "label").find(({ textContent }) => textContent === name);
  const found =
    view.querySelector(`[aria-label="${name}"]`) ?? document.getElementById(label?.getAttribute("for") ?? "");
  assert.ok(found, `a field named ${name}`);
  return found as Named;
};
const json = (view: HTMLElement) => field(view, "JSON");
const options = (view: HTMLElement, name: string) => {
  const labelled = (node: HTMLElement) => document.getElementById(node.getAttribute("aria-labelledby")!);
  const found = all(view, "[aria-labelledby]").find((node) => labelled(node)?.textContent.startsWith(name));
  assert.ok(found, `options named ${name}`);
  return found;
};

test("decline and cancel are different answers, and a change takes an answer back", async () => {
  const { card, view } = ask("elicitation/create", form({ name: { type: "string" } }));
  await press(view, "Decline");
  assert.deepEqual(answers.at(-1), { result: '{"action":"decline"}' });
  await press(view, "Cancel");
  assert.deepEqual(answers.at(-1), { result: '{"action":"cancel"}' });
  assert.ok(view.textContent.includes("Answered: cancelled."));
  await type(field(view, "name"), "Ann");
  assert.equal(card.answer, undefined);
  assert.ok(view.textContent.includes("Changed. Submit again."));
});

test("an answer that was sent can be read, asked for again, refused and closed", async () => {
  const { card, view } = ask("elicitation/create", form({ name: { type: "string" } }));
  const isDisabled = () => view.querySelector("fieldset")!.disabled;
  await type(field(view, "name"), "Ann");
  await press(view, "Submit");
  card.sent();
  await drawnSoon();
  assert.ok(isDisabled() && view.textContent.includes("Sent: submitted."));
  card.reopen();
  await drawnSoon();
  assert.ok(!isDisabled() && card.answer && field(view, "name").value === "Ann");
  card.fail("The server is gone.");
  await drawnSoon();
  assert.deepEqual(texts(view, '[role="alert"]'), ["The server is gone."]);
  card.close("The call was cancelled.");
  await drawnSoon();
  assert.ok(isDisabled() && view.textContent.includes("The call was cancelled."));
});

test("a form is validated and submitted, and what is changed in it is submitted again", async () => {
  const properties = {
    name: { type: "string", title: "Full name", minLength: 4 },
    email: { type: "string", format: "email" },
    born: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    count: { type: "integer", minimum: 1, maximum: 5, default: 2 },
    express: { type: "boolean" },
    size: {
      type: "string",
      oneOf: [
        { const: "s", title: "Small" },
        { const: "l", title: "Large" },
      ],
    },
    country: {
      type: "string",
      enum: ["de", "fr", "it", "es", "pt", "nl", "be"],
      enumNames: ["Germany", "France"],
    },
    extras: {
      type: "array",
      items: {
        anyOf: [
          { const: "a", title: "Insurance" },
          { const: "b", title: "Gift wrap" },
        ],
      },
      maxItems: 1,
    },
  };
  const message = "First line\nSecond line <img src=x onerror=alert(1)>";
  const { card, view } = ask("elicitation/create", form(properties, ["name", "size"], message), "Parcels");
  const errors = () => texts(view, ".field.invalid .error");
  assert.deepEqual(texts(view, "h3, .question-message").slice(0, 2), ["Parcels asks a question", message]);
  await press(view, "Submit");
  assert.deepEqual(answers, []);
  assert.equal(document.activeElement, field(view, "Full name"));
  assert.deepEqual(errors(), ["Required", "Required"]);
  await type(field(view, "Full name"), "Anna");
  await check(options(view, "size"), "Large");
  await check(options(view, "express"), "Yes");
  await choose(field(view, "country"), "France");
  await check(options(view, "extras"), "Insurance");
  await check(options(view, "extras"), "Gift wrap");
  assert.deepEqual(errors(), ["At most 1"]);
  await check(options(view, "extras"), "Insurance");
  assert.deepEqual(errors(), []);
  await press(view, "Submit");
  const content = { name: "Anna", count: 2, size: "l", express: true, country: "fr", extras: ["b"] };
  assert.deepEqual(JSON.parse(result()), { action: "accept", content });

  await check(options(view, "express"), "No answer");
  assert.equal(card.answer, undefined, "a changed answer is not sent");
  await press(view, "Submit");
  const { express: _, ...rest } = content;
  assert.deepEqual(JSON.parse(result()), { action: "accept", content: rest });
});

test("missing and malformed values are marked at their fields", async () => {
  const schema = form(
    { name: { type: "string", title: "Full name", minLength: 4 }, email: { type: "string", format: "email" } },
    ["name"],
  );
  const { view } = ask("elicitation/create", schema);
  await press(view, "Submit");
  assert.deepEqual(texts(view, ".field.invalid .error"), ["Required"]);
  assert.equal(document.activeElement, field(view, "Full name"));
  assert.equal(field(view, "Full name").getAttribute("aria-invalid"), "true");
  await type(field(view, "Full name"), "Ann");
  assert.deepEqual(texts(view, ".field.invalid .error"), ["At least 4 characters"]);
  await type(field(view, "Full name"), "Anna");
  await type(field(view, "email"), "anna");
  assert.deepEqual(texts(view, ".field.invalid .error"), ["Must look like name@example.com"]);
  await type(field(view, "email"), "");
  await press(view, "Submit");
  assert.deepEqual(JSON.parse(result()), { action: "accept", content: { name: "Anna" } });
});

test("a schema that forms may not have is refused, and answered as JSON", async () => {
  const many = Object.fromEntries(Array.from({ length: 10000 }, (_, index) => [`field${index}`, { type: "string" }]));
  const deep = `${'{"not":'.repeat(20000)}1${"}".repeat(20000)}`;
  const hostile: [unknown, RegExp][] = [
    [form({ a: { $ref: "#" } }), /uses “\$ref”/],
    [form(many), /too large|at most 100/],
    [`{"message":"deep","requestedSchema":{"type":"object","properties":{"a":${deep}}}}`, /uses “not”/],
    [{ message: "no schema" }, /no schema/],
    [{ ...form({}), mode: "telepathy" }, /mode “telepathy”/],
    [form({ a: { type: "object", properties: { b: { type: "string" } } } }), /may not be nested/],
  ];
  for (const [params, reason] of hostile) {
    const { view } = ask("elicitation/create", params);
    assert.match(view.querySelector(".question-warning")!.textContent, reason);
    assert.equal(all(view, '[role="tab"]').length, 0);
  }
  const { view } = ask("elicitation/create", hostile.at(-1)![0]);
  await type(json(view), '{"a": [');
  await press(view, "Submit");
  assert.deepEqual(answers, []);
  await type(json(view), '{"a": {"b": 1.0}}');
  await press(view, "Submit");
  assert.equal(result(), '{"action":"accept","content":{"a": {"b": 1.0}}}');
});

test("texts of the server are shown, bounded, and never markup", () => {
  const evil = '<img src="https://evil.test/x" onerror="alert(1)">\u202e';
  const property = { type: "string", title: evil, description: evil, enum: [evil] };
  const questions: [string, unknown][] = [
    ["elicitation/create", form({ [evil]: property }, [], `${evil}\n${"long ".repeat(100000)}`)],
    ["elicitation/create", address(`https://example.com/${evil}`)],
    [
      "sampling/createMessage",
      {
        systemPrompt: evil,
        messages: [{ role: evil, content: { type: evil, text: evil } }, null, 7],
        tools: [{ name: evil, description: evil }],
      },
    ],
    [evil, { evil }],
  ];
  for (const [method, params] of questions) {
    const { view } = ask(method, params, evil);
    assert.equal(all(view, "img").length, 0);
    assert.ok(view.textContent.length < 30000, method);
    for (const text of texts(view, "h3, label, .question-message, .question-address")) {
      assert.ok(!text.includes("\u202e"), text);
    }
  }
  const { view } = ask(...questions[0]!);
  assert.match(view.textContent, /more characters in the request as JSON/);
});

test("an address of any other scheme is not opened", () => {
  const bad = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>1</script>",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "vbscript:x",
    "about:blank",
    "//example.com",
    "not an address",
    `https://example.com/${"x".repeat(3000)}`,
  ];
  for (const url of bad) {
    const { view } = ask("elicitation/create", address(url));
    assert.equal(all(view, ".question-warning").length, 1, url);
    assert.deepEqual(texts(view, ".question-actions button"), ["Decline", "Cancel"], url);
  }
  const { view } = ask("elicitation/create", address("http://127.0.0.1:1/login"));
  assert.match(view.textContent, /leads to this computer/);
  assert.equal(all(view, ".question-warning").length, 0);
});

test("an address is shown with its host, and agreed to once it was opened or its elicitation is complete", async () => {
  const { card, view } = ask("elicitation/create", address("https://user:pw@xn--pypal-4ve.example.com:8443/a?b=c#d"));
  assert.deepEqual(texts(view, ".question-address mark"), ["xn--pypal-4ve.example.com:8443"]);
  assert.equal(all(view, ".question-warning").length, 2);
  const done = button(view, "Done, continue");
  const isHidden = () => done.hidden;
  assert.ok(isHidden() && button(view, "Open").disabled, "a click meant for something else opens nothing");
  card.complete("another");
  await drawnSoon();
  assert.ok(isHidden());
  card.complete("e1");
  await drawnSoon();
  assert.ok(!isHidden() && answers.length === 0);
  card.complete("e1");
  assert.equal(result(), '{"action":"accept"}');
});

const sampling = {
  systemPrompt: "Be brief.",
  messages: [
    { role: "user", content: { type: "text", text: "What is <b>this</b>?" } },
    { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "t1", name: "look", input: { closely: true } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", toolUseId: "t1", isError: true, content: [{ type: "text", text: "Too dark." }] },
      ],
    },
    { role: "user", content: { type: "hologram", beam: 7 } },
  ],
  maxTokens: 50,
  tools: [
    {
      name: "look",
      description: "Looks.",
      inputSchema: { type: "object", required: ["at"], properties: { at: { type: "string", default: "it" } } },
    },
  ],
};

test("a person answers in place of a model", async () => {
  const { card, view } = ask("sampling/createMessage", sampling);
  const turns = view.querySelector(".question-turns")!;
  assert.equal(turns.children.length, 5);
  for (const words of ["What is <b>this</b>?", "Failed result of a tool", "Too dark.", '"beam": 7']) {
    assert.ok(turns.textContent.includes(words), words);
  }
  assert.equal(all(turns, "img").length, 1);
  await press(view, "Submit");
  const text = field(view, "Your answer");
  assert.equal(document.activeElement, text);
  await type(text, "A mountain.");
  await press(view, "Submit");
  assert.deepEqual(JSON.parse(result()), {
    role: "assistant",
    content: { type: "text", text: "A mountain." },
    model: "human",
    stopReason: "endTurn",
  });

  await press(view, "Add");
  assert.equal(card.answer, undefined, "an answer with another call is not yet submitted");
  await type(json(view), '{"at": 1.0}');
  await press(view, "Submit");
  assert.match(result(), /"input":\{"at": 1\.0\}/);
  const { content, stopReason } = JSON.parse(result()) as { content: { name: string }[]; stopReason: string };
  assert.deepEqual([content.length, content[1]!.name, stopReason], [2, "look", "toolUse"]);
  await press(view, "Remove the call of look");
  await press(view, "Submit");
  assert.equal((JSON.parse(result()) as { content: { text: string } }).content.text, "A mountain.");
  await press(view, "Decline");
  assert.equal(error(), '{"code":-1,"message":"User rejected sampling request"}');
});

test("roots are a setting of the browser", async () => {
  const { view } = ask("roots/list", undefined);
  await press(view, "Add root");
  await type(field(view, "URI of the root"), "https://example.com");
  await press(view, "Submit");
  assert.match(view.textContent, /Must begin with “file:\/\/”/);
  await type(field(view, "URI of the root"), "file:///home/me");
  await type(field(view, "Name of the root"), "Home");
  await press(view, "Submit");
  assert.deepEqual(JSON.parse(result()), { roots: [{ uri: "file:///home/me", name: "Home" }] });
  const again = ask("roots/list", {}).view;
  assert.equal(field(again, "URI of the root").value, "file:///home/me");
  await press(again, "Remove the root");
  await press(again, "Submit");
  assert.deepEqual(JSON.parse(result()), { roots: [] });
  await press(again, "Decline");
  assert.match(error(), /"code":-1/);
});

test("an unknown method is answered as JSON, or declined", async () => {
  const { view } = ask("custom/method", '{"n": 1.0}');
  assert.match(view.textContent, /"n": 1\.0/);
  assert.ok(!view.textContent.includes("The request as JSON"), "it is shown already");
  await type(json(view), '{"ok": true}');
  await press(view, "Submit");
  assert.equal(result(), '{"ok": true}');
  await press(view, "Decline");
  assert.equal(error(), '{"code":-32601,"message":"Method not found"}');
});

test("the last answer is offered for the same question, without secrets", async () => {
  const secret = form({ name: { type: "string" }, pin: { type: "string", format: "password" } });
  const isOffered = (view: HTMLElement) => texts(view, "button").includes("Use last answer");
  const first = ask("elicitation/create", secret);
  assert.ok(!isOffered(first.view) && first.view.textContent.includes("Servers must not ask for secrets"));
  await type(field(first.view, "name"), "Anna");
  await type(field(first.view, "pin"), "geheim-4711");
  await press(first.view, "Submit");
  assert.match(result(), /geheim-4711/);
  for (let index = 0; index < localStorage.length; index += 1) {
    assert.ok(!localStorage.getItem(localStorage.key(index)!)!.includes("geheim"));
  }
  const { card, view } = ask("elicitation/create", secret);
  await press(view, "Use last answer");
  assert.equal(field(view, "name").value, "Anna");
  assert.equal(field(view, "pin").value, "");
  await press(view, "Submit");
  await press(view, "Use last answer");
  assert.equal(card.answer, undefined, "an answer that was filled in is not yet submitted");
  assert.ok(!isOffered(ask("elicitation/create", secret, "Another server").view));
  assert.ok(!isOffered(ask("elicitation/create", { ...secret, message: "Something else?" }).view));
  const forgotten = ask("elicitation/create", secret).view;
  await press(forgotten, "Forget");
  assert.ok(!isOffered(forgotten) && !isOffered(ask("elicitation/create", secret).view));
});

test("the answer to a question that is too long is not kept", () => {
  const offered = (length: number) => {
    const identity = ["elicitation/create", "x".repeat(length)];
    new LastAnswer(identity).keep("{}");
    return new LastAnswer(identity).offered.value;
  };
  assert.equal(offered(19_000), "{}");
  assert.equal(offered(21_000), undefined);
});

test("results of tools within others are drawn up to a depth, and then as JSON", () => {
  const nested = (depth: number): object =>
    depth === 0 ? { type: "text", text: "deep" } : { type: "tool_result", content: [nested(depth - 1)] };
  const { view } = ask("sampling/createMessage", { messages: [{ role: "user", content: nested(20) }] });
  const results = texts(view, ".question-turns p.hint").filter((text) => text.startsWith("Result of a tool"));
  assert.equal(results.length, 4);
  assert.match(view.querySelector(".question-turns")!.textContent, /"tool_result"/);
});

async function drawnSoon(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}
