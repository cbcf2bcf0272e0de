// A resource, a template or a prompt in the main pane, from the answers of the server to what is on screen.
import { answers, result, savedBy, until } from "./explorer";
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, draw, drawn, press, texts } from "./dom";
import { nodeOf } from "../src/json/read";
import { OfferForm } from "../src/offers/form";
import { OfferFormView } from "../src/offers/form-view";
import { promptFields } from "../src/offers/prompt-fields";
import { messagesViews } from "../src/offers/result-views";
import { OfferSession } from "../src/offers/session";
import { offerElement } from "../src/offers/view";
import type { OfferKind } from "../src/protocol/offers";
import { readServer, server } from "../src/protocol/server";
import { offerCatalog } from "../src/tools/offer-catalog";

async function open(kind: OfferKind, id: string): Promise<{ session: OfferSession; view: HTMLElement }> {
  offerCatalog.value = { offers: [{ kind, id, definition: {} }], failures: [] };
  const session = new OfferSession({ kind, id }, { onDraft: () => undefined }, offerElement);
  document.body.replaceChildren(document.getElementById("announcer")!, session.element);
  await session.load();
  await drawn();
  return { session, view: session.element };
}

const items = (view: HTMLElement) => all(view, ".result .items > li");

// Opens a resource with these contents, and waits until they are shown.
async function read(contents: readonly unknown[]): Promise<HTMLElement> {
  answers.set("rpc/resources/read", ({ uri }) => {
    assert.equal(uri, "note:///a");
    return result({ contents });
  });
  const { view } = await open("resource", "note:///a");
  await until(() => items(view).length > 0);
  return view;
}

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");
const blob = (mimeType: string, data: string) => [{ uri: "blob:///a", mimeType, blob: data }];

test("contents of other forms are shown as they are", async () => {
  const view = await read([
    { uri: "note:///a", mimeType: "image/png", blob: "no base64!" },
    { uri: "note:///a" },
    null,
  ]);
  assert.equal(items(view).length, 3);
  const [broken, empty, nothing] = items(view);
  broken!.querySelector("img")!.dispatchEvent(new Event("error"));
  await drawn();
  assert.match(broken!.textContent, /The browser cannot show this image\./);
  await press(broken!, "Download");
  assert.ok(button(broken!, "Not base64"));
  assert.match(empty!.textContent, /"uri": "note:\/\/\/a"/);
  assert.match(nothing!.textContent, /null/);
});

test("a thousand contents are shown in pages", async () => {
  const view = await read(Array.from({ length: 1000 }, (_, index) => ({ uri: "note:///a", text: `part ${index}` })));
  assert.equal(items(view).length, 50);
  assert.match(items(view).at(-1)!.textContent, /part 49$/);
  await press(view, "Show more (950 left)");
  assert.equal(items(view).length, 100);
});

const TEXTS: readonly (readonly [mimeType: string, text: string, selector: string, shown: RegExp])[] = [
  ["text/csv; charset=utf-8", "city,degrees\nTromsø,-3\n", ".text-body", /^city,degrees\nTromsø,-3\n$/],
  ["application/json", '[{"n":1},{"n":2}]', "table tbody", /^12$/],
  ["application/problem+json", '{"title":"Out of order"}', ".tree", /title: ?"?Out of order/],
  ["text/markdown", "# Heading\n\nA *text*.", ".markdown h3", /^Heading$/],
  ["text/plain", "a line of text with ø\n".repeat(50_000), ".text-body:not([aria-busy])", /^a line of text with ø\n/],
  ["text/plain", "\ufeffmarked", ".text-body", /marked$/],
];

for (const [mimeType, text, selector, shown] of TEXTS) {
  test(`a blob of text is shown as text, in the form of its type: ${mimeType}, ${text.length} characters`, async () => {
    const view = await read(blob(mimeType, base64(text)));
    await until(() => view.querySelector(`.items ${selector}`)?.textContent !== undefined);
    assert.match(view.querySelector(`.items ${selector}`)!.textContent, shown);
  });
}

const OTHERS: readonly (readonly [mimeType: string, data: string, note: string[]])[] = [
  [
    "text/plain",
    base64(Uint8Array.of(0x63, 0x61, 0x66, 0xe9)),
    ["The blob is not UTF-8, so it cannot be shown as text."],
  ],
  ["application/octet-stream", base64("other"), []],
];

for (const [mimeType, data, note] of OTHERS) {
  test(`a blob that cannot be shown as text can be saved: ${mimeType}`, async () => {
    const view = await read(blob(mimeType, data));
    assert.deepEqual(texts(view, ".items p.hint"), note);
    assert.equal(all(view, ".items .viewer").length, 0);
    const { bytes } = await savedBy(() => press(items(view)[0]!, "Download"));
    assert.equal(bytes.toString("base64"), data);
  });
}

test("a blob that is not base64 says so", async () => {
  const view = await read(blob("text/plain", "no base64!"));
  assert.deepEqual(texts(view, ".items p.hint"), ["The blob is not base64."]);
});

test("a template that cannot be expanded says why, and cannot be read", async () => {
  let requests = 0;
  answers.set("rpc/resources/read", () => {
    requests += 1;
    return result({ contents: [] });
  });
  const { session, view } = await open("template", "hostile://{|city}");
  assert.deepEqual(texts(view, ".failure"), ["The template has the unknown operator in {|city}."]);
  assert.equal(all(view, ".actions").length, 0);
  await session.start();
  await drawn();
  assert.equal(requests, 0);
});

test("of the suggestions and fields of a server, a number is shown", async (context) => {
  const { value } = server;
  context.after(() => (server.value = value));
  server.value = readServer({ capabilities: { completions: {} } });
  const values = ["x".repeat(5000), ...Array.from({ length: 200 }, (_, index) => String(index))];
  answers.set("rpc/completion/complete", () => result({ completion: { values } }));
  const fields = Array.from({ length: 200 }, (_, index) => ({ name: `field ${index}` }));
  const form = new OfferForm(promptFields({ arguments: fields }), { type: "ref/prompt", name: "a" }, () => undefined);
  assert.equal(form.fields.length, 100);
  const { completion } = form.fields[0]!;
  completion.suggestSoon();
  await until(() => completion.suggestions.value.length > 0);
  assert.equal(completion.suggestions.value.length, 100);
  assert.equal(completion.suggestions.value[0], `${"x".repeat(1000)}…`);
});

test("the descriptions of a prompt and of its fields are cut", () => {
  const description = "d".repeat(9000);
  const fields = promptFields({ arguments: [{ name: "a", description }] });
  const form = new OfferForm(fields, { type: "ref/prompt", name: "a" }, () => undefined);
  assert.deepEqual(texts(draw(<OfferFormView form={form} />), ".prose"), [`${"d".repeat(1000)}…`]);
  const [messages] = messagesViews(nodeOf({ description, messages: [] }));
  assert.match(draw(messages!.draw()).textContent, /^d{3000}…/);
});
