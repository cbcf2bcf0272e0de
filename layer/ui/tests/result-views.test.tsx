// The views of a result: Markdown, rows, trees, and the differences from `outputSchema`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, button, draw, drawn, press, redraw, texts, type } from "./dom";
import { openTab, savedBy, until } from "./explorer";
import { hostileStrings } from "../../tests/browser/fixtures/hostile-strings.js";
import { markdown } from "../src/markdown/markdown";
import { Prose } from "../src/markdown/prose";
import { nodeOf, readJson } from "../src/json/read";
import type { Outcome } from "../src/protocol/outcome";
import { Result } from "../src/results/result-view";
import { TextView } from "../src/viewer/text-view";
import { JsonTree } from "../src/viewer/tree";

// Draws a result, given as a value or as JSON.
function drawResult(result: object | string, rest: Partial<Outcome> = {}): HTMLElement {
  const text = typeof result === "string" ? result : JSON.stringify(result);
  const call: Outcome = {
    kind: "success",
    headline: "Success",
    duration: 2,
    size: text.length,
    text,
    root: readJson(text),
    started: 0,
    ...rest,
  };
  return draw(<Result call={call} />);
}

const item = (text: string) => ({ type: "text", text });
const tab = (view: HTMLElement) => all(view, '[role="tab"][aria-selected="true"]')[0]?.textContent;

// A text in every construct of Markdown.
const everywhere = (text: string) => `# Attack

- one
- two

# ${text}

**${text}** and *${text}* and ~~${text}~~

[${text}](${text})

[text](<${text}>)

[text](https://example.org "${text}")

[javascript](javascript:window.hacked=1) [data](data:text/html,<script>opener.hacked=1</script>) [spaced]( java\tscript:x) [entity](java&#x73;cript:x)

![${text}](${text})

![beacon](https://evil.invalid/a.png)

<${text}>

- ${text}
- [ ] ${text}

1. ${text}

> ${text}

\`${text}\`

\`\`\`${text}
${text}
\`\`\`

| ${text} | b |
|---|---|
| ${text} | 1 |

[${text}]: https://evil.invalid/b

${text}`;

test("Markdown of hostile strings makes no element but those of text", () => {
  const allowed = new Set(
    "DIV H3 H4 H5 H6 P SPAN BDI STRONG EM DEL CODE PRE A UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD HR BR".split(
      " ",
    ),
  );
  for (const text of hostileStrings) {
    const view = markdown(everywhere(text));
    // A word of thousands of letters is data.
    if (!view) assert.ok(text.length >= 3000, `${text.length} ${text.slice(0, 80)}`);
    if (!view) continue;
    for (const node of all(draw(view), "*")) {
      assert.ok(allowed.has(node.tagName), node.outerHTML);
      assert.deepEqual(
        node.getAttributeNames().filter((name) => /^on|^style$|^src/.test(name)),
        [],
      );
      if (!(node instanceof HTMLAnchorElement)) continue;
      assert.match(node.href, /^(https?|mailto):/);
      assert.equal(`${node.rel} ${node.target}`, "noopener noreferrer _blank");
    }
  }
});

test("links show where they lead, and other addresses are text", () => {
  const view = draw(
    markdown(
      "[text](https://example.org) [javascript](javascript:window.hacked=1) ![beacon](https://evil.invalid/a.png) https://example.org/own",
    )!,
  );
  assert.deepEqual(texts(view, "a"), ["text", "https://example.org/own"]);
  assert.equal(
    view.textContent,
    "text (https://example.org/) javascript (javascript:window.hacked=1) Image: beacon (https://evil.invalid/a.png) https://example.org/own",
  );
});

test("a text in Markdown can be read as it is written, and overrides of the direction are visible in both", async () => {
  const view = draw(<Prose text={"# Attack\n\n- one\n- \u202Etwo"} />);
  assert.match(view.querySelector(".markdown")!.textContent, /‹U\+202E›two/);
  await press(view, "Raw");
  assert.match(view.querySelector(".prose")!.textContent, /# Attack[^]*‹U\+202E›two/);
  assert.equal(view.querySelector(".markdown"), null);
  await press(view, "Raw");
  assert.equal(view.querySelector(".prose"), null);
});

test("quotes within quotes are shown as they are written, and of a megabyte the beginning", async () => {
  const deep = drawResult({ content: [item(`# Quotes\n\n\`\`\`\n\`\`\`\n\n${"> ".repeat(10000)}deep`)] });
  await loaded(deep, ".switched");
  assert.match(deep.textContent, /nested too deeply/);
  await press(all(deep, ".item")[0]!, "Raw");
  assert.match(deep.querySelector(".text-body")!.textContent, /deep$/);
  const paragraph = "A paragraph with **bold** and [a link](https://example.org/).\n\n";
  const long = drawResult({ content: [item(`# Long\n\n- one\n- two\n\n${paragraph.repeat(17000)}`)] });
  await loaded(long, ".markdown");
  assert.match(long.textContent, /1,\d{3},\d{3} more characters are shown under Raw\./);
  assert.ok(all(long, ".markdown *").length < 10000);
});

test("a long address, or the words for an image, are cut", () => {
  const view = draw(<div>{markdown(`![${"a".repeat(1200)}](ftp://a.example/${"b".repeat(1200)})`)}</div>);
  assert.match(view.textContent, /^Image: a{500}… \(ftp:\/\/a\.example\/b{484}…\)$/);
});

test("quotes and marks within others are drawn up to a depth", () => {
  const depthOf = (text: string, selector: string) => all(draw(<div>{markdown(text)}</div>), selector).length;
  assert.equal(depthOf(`${"> ".repeat(20)}deep`, "blockquote"), 12);
  const marks = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? "*" : "~~"));
  const emphasised = `${marks.join("a ")}b${marks.toReversed().join(" a")}`;
  assert.equal(depthOf(emphasised, "em, del"), 20);
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index,
    name: `Row ${count - index}`,
    score: index % 7 === 0 ? null : (index * 37) % 1000,
    link: `https://example.org/rows/${index}`,
    formula: ["=1+1", "+1", "@SUM(A1)", "-2", 'a,"b"\nc'][index % 5],
  }));
const column = (view: HTMLElement, index: number) => texts(view, `tbody tr td:nth-child(${index})`);

test("ten thousand rows are a table first, which can be sorted, filtered and saved without formulas", async () => {
  const view = drawResult({ content: [item("See the rows.")], structuredContent: { rows: rows(10000) } });
  assert.equal(tab(view), "Table");
  assert.deepEqual(column(view, 1).slice(0, 3), ["0", "1", "2"]);
  assert.equal(all(view, "tbody tr").length, 100);
  await press(view, "Show more (9,900 left)");
  assert.equal(all(view, "tbody tr").length, 200);
  await press(view, "score");
  const directions = () => all(view, "th").map((head) => head.getAttribute("aria-sort"));
  assert.deepEqual(directions(), [null, null, "ascending", null, null]);
  assert.equal(all(view, "tbody tr").length, 100, "from the first page on");
  await press(view, "score");
  assert.deepEqual(directions(), [null, null, "descending", null, null]);
  assert.deepEqual(column(view, 3).slice(0, 2), ["999", "999"]);
  const filter = view.querySelector<HTMLInputElement>('[type="search"]')!;
  await type(filter, "row 77");
  await until(() => view.textContent.includes("111 of 10,000 rows"));
  assert.ok(column(view, 2).every((name) => name.startsWith("Row 77")));
  const { filename, bytes } = await savedBy(() => press(view, "Download CSV"));
  const csv = bytes.toString();
  assert.equal(filename, "rows.csv");
  assert.ok(csv.startsWith("id,name,score,link,formula\r\n"));
  assert.equal(csv.match(/Row 77/g)?.length, 111);
  assert.equal(csv.match(/Row /g)?.length, 111);
  for (const cell of ["'=1+1", "'+1", "'@SUM(A1)", '"a,""b""\nc"', ",-2\r\n"]) assert.ok(csv.includes(cell), cell);
  await press(view, "score");
  assert.deepEqual(directions(), [null, null, null, null, null]);
  await type(filter, "no such row");
  await until(() => view.textContent.includes("0 of 10,000 rows"));
});

test("a table says which member it is, and shows the others above it", () => {
  const view = drawResult({ content: [], structuredContent: { next: null, orders: rows(3), totals: { open: 2 } } });
  const beside = view.querySelector(".beside-table")!;
  assert.deepEqual(texts(beside, "dt"), ["next", "totals"]);
  assert.match(beside.textContent, /^nextnulltotals.*open: 2/);
  assert.deepEqual(texts(view, ".table-view > .viewer-bar > code"), ["orders"]);
});

test("rows in a text are a table, too", async () => {
  const view = drawResult({ content: [item(JSON.stringify(rows(12)))] });
  await loaded(view, "tbody");
  assert.equal(all(view, "tbody tr").length, 12);
  await press(view, "JSON");
  assert.equal(all(view, ".tree").length, 1);
  await press(all(view, ".item")[0]!, "Raw");
  assert.match(view.querySelector(".text-body")!.textContent, /^\[\{"id":0,/);
});

test("JSON in a text is formatted without altering a digit, and can be shown unformatted", async () => {
  const json = '{"big":12345678901234567890,"one":1.0,"z":1,"a":{"nested":[true,null,"\\u00e9"]}}';
  const view = drawResult({ content: [item(json)] });
  await loaded(view, ".tree");
  assert.match(view.querySelector(".tree")!.textContent, /12345678901234567890/);
  const first = all(view, ".item")[0]!;
  const text = () => first.querySelector('[aria-label="Text of item 1"]')!.textContent;
  await press(first, "Raw");
  await press(first, "Format");
  assert.match(
    text(),
    /\n {2}"big": 12345678901234567890,\n {2}"one": 1\.0,\n {2}"z": 1,\n {2}"a": \{\n {4}"nested": \[\n {6}true,\n {6}null,\n {6}"\\u00e9"/,
  );
  await press(first, "Format");
  assert.equal(text(), json);
});

test("structured content is a table, a tree and the whole response, without altering a digit", async () => {
  const people =
    '{"people":[{"id":9007199254740993,"name":"Ada","score":1.0},{"id":9007199254740994,"name":"Grace","score":2.50}]}';
  const response = `{"content":[],"structuredContent":${people}}`;
  const view = drawResult(response);
  const panel = () => all(view, '[role="tabpanel"]').find(({ hidden }) => !hidden)!;
  assert.equal(tab(view), "Table");
  assert.deepEqual(texts(panel(), "th"), ["id", "name", "score"]);
  assert.deepEqual(texts(panel(), "tbody tr:first-child td"), ["9007199254740993", "Ada", "1.0"]);
  await openTab(view, "Structured");
  assert.match(panel().querySelector(".tree")!.textContent, /score: ?1\.0/);
  await openTab(view, "Raw");
  assert.equal(panel().querySelector('[aria-label="The whole response"]')!.textContent, response);
});

test("resources, links and unknown types are shown, and binary content is only saved, as an octet stream", async () => {
  const data = Buffer.from("binary data").toString("base64");
  const view = drawResult(
    `{"content":[
      {"type":"resource","resource":{"uri":"file:///notes/today.md","mimeType":"text/markdown","text":"# Today\\n\\n- write\\n- rest\\n"}},
      {"type":"resource","resource":{"uri":"file:///data/blob.bin","mimeType":"application/x-thing","blob":"${data}"}},
      {"type":"resource_link","uri":"https://example.org/report.pdf","title":"The report","mimeType":"application/pdf","size":120400},
      {"type":"hologram","beams":12345678901234567890}
    ]}`,
  );
  const shown = all(view, ".item").map(({ textContent }) => textContent);
  const expected = [
    ["file:///notes/today.md", "text/markdown", "Todaywriterest"],
    ["file:///data/blob.bin", "application/x-thing", "11 bytes"],
    ["The report", "https://example.org/report.pdf", "application/pdf", "120.4 kB"],
    ["hologram", '"beams": 12345678901234567890'],
  ];
  assert.equal(shown.length, expected.length);
  for (const [index, words] of expected.entries()) {
    for (const word of words) assert.ok(shown[index]!.includes(word), `${word} in ${shown[index]}`);
  }
  assert.equal(all(view, "a").length, 0);
  const saved = await savedBy(() => press(all(view, ".item")[1]!, "Download"));
  assert.deepEqual(
    [saved.filename, saved.type, String(saved.bytes)],
    ["blob.bin", "application/octet-stream", "binary data"],
  );
});

test("a text that is repeated as the only string of structuredContent is shown as text first", () => {
  const text = "[DIR] notes\n[FILE] a.txt";
  assert.equal(tab(drawResult({ content: [item(text)], structuredContent: { content: text } })), "Content");
  assert.equal(tab(drawResult({ content: [item('{"n":1}')], structuredContent: { n: 1 } })), "Structured");
});

test("the keyboard reaches the actions of a value, which one row has at a time", async () => {
  const value = '{"a key": [{"link": "https://example.org/x", "né": null, "hidden": "a\u202Eb"}]}';
  const view = draw(<JsonTree node={readJson(value)} />);
  assert.match(view.textContent, /a‹U\+202E›b/);
  assert.deepEqual(
    all(view, "a").map((link) => (link as HTMLAnchorElement).href),
    ["https://example.org/x"],
  );
  for (const name of ["né", "link"]) {
    button(view, name).focus();
    await drawn();
    assert.deepEqual(texts(view, ".row-actions button"), ["Copy path", "Copy value"]);
    assert.ok(button(view, name).closest(".row")!.querySelector(".row-actions"), name);
  }
});

test("branches of a tree are drawn when they are opened, page by page", async () => {
  const view = draw(<JsonTree node={readJson(JSON.stringify({ many: Array(250).fill({ a: [1] }) }))} />);
  assert.equal(all(view, "li").length, 2);
  const details = all(view, "details")[1] as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await drawn();
  assert.equal(all(details, ":scope > div > ul > li").length, 100);
  await press(details, "Show more (150 left)");
  assert.equal(all(details, ":scope > div > ul > li").length, 200);
});

test("long values are cut in tables and trees, and are no links", () => {
  const address = (length: number) => `https://a.example/`.padEnd(length, "x");
  const long = { a: address(3000) };
  const table = drawResult({ content: [], structuredContent: { rows: [long, long] } });
  assert.deepEqual(
    texts(table, "tbody td").map(({ length }) => length),
    [501, 501],
  );
  assert.equal(all(table, "tbody a").length, 0);
  const tree = draw(<JsonTree node={readJson(JSON.stringify({ ...long, b: address(1900) }))} />);
  assert.deepEqual(
    texts(tree, "code").map(({ length }) => length),
    [2001, 1902],
  );
  assert.equal(all(tree, "a").length, 1);
});

test("a result that differs from outputSchema is shown whole, with what differs", () => {
  const result = { content: [item("two rows")], structuredContent: { rows: [{ id: 1 }, { id: "two", "a/b": 1.5 }] } };
  const mismatches = [
    { path: "/rows/1/id", message: "Must be an integer", keyword: "type" },
    { path: "/rows/1/a~1b", message: "Must be an integer", keyword: "type" },
    { path: "/total", message: "Required", keyword: "required" },
  ];
  const view = drawResult(result, { mismatches, mismatchCount: 30 });
  const list = view.querySelector(".mismatches")!;
  assert.match(list.textContent, /differs from the tool's outputSchema in 30 places\. The first 3 are listed\./);
  assert.deepEqual(texts(list, "li"), [
    '/rows/1/id: Must be an integer, but is "two"',
    "/rows/1/a~1b: Must be an integer, but is 1.5",
    "/total: Missing",
  ]);
  assert.equal(all(view, "tbody tr").length, 2);
  assert.equal(view.querySelector(".success")!.textContent, "Success");
});

test("a verdict about outputSchema is a part of the summary", () => {
  const fits = drawResult({ content: [], structuredContent: { n: 1 } }, { mismatches: [] });
  assert.match(fits.textContent, /Matches outputSchema/);
  assert.equal(fits.querySelector(".mismatches"), null);
  const strict = drawResult({ content: [] }, { mismatches: [], misformatted: "1 × date, 2 × date-time" });
  assert.match(strict.textContent, /Matches outputSchema, but strict clients refuse: 1 × date, 2 × date-time/);
  const mismatches = [{ path: "", message: "The schema does not compile", keyword: "schema" }];
  const unknown = drawResult({ content: [] }, { mismatches, mismatchCount: 1 });
  assert.match(unknown.textContent, /was not compared with the tool's outputSchema/);
});

test("the last lines of a crashed process are below the failure", () => {
  const root = readJson('{"data":{"stderr":["Traceback","ValueError: no"]}}');
  const view = drawResult({}, { kind: "failed", headline: "The server has ended.", root });
  assert.equal(view.querySelector(".failure")!.textContent, "The server has ended.");
  assert.match(view.textContent, /Last lines of stderr:\nTraceback\nValueError: no/);
});

test("the last lines of a process, and the arguments of a run, are cut", () => {
  const root = nodeOf({ data: { stderr: ["x".repeat(50_000)] } });
  const failed = drawResult({}, { kind: "failed", headline: "The server has ended.", root });
  assert.equal(failed.querySelector("p.hint.prose")!.textContent.length, 4001);
  const call: Outcome = { kind: "success", headline: "", duration: 1, size: 2, text: "{}", root, started: 0 };
  const view = draw(<Result call={call} argumentsText={"x".repeat(50_000)} />);
  assert.equal(view.querySelector('[aria-label="Arguments of this run"]')!.textContent.length, 20_001);
});

test("tabs are moved through by the arrow keys, and a panel keeps its state", async () => {
  const view = drawResult({ content: [item("x")], structuredContent: { rows: rows(8) } });
  await press(view, "id");
  const tabs = all(view, '[role="tab"]');
  const key = async (name: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    await drawn();
  };
  tabs[0]!.focus();
  await key("ArrowRight");
  assert.equal(document.activeElement, tabs[1]);
  assert.equal(tab(view), "Content");
  await key("End");
  assert.equal(tab(view), "Raw");
  await key("ArrowRight");
  assert.equal(tab(view), "Table");
  assert.equal(all(view, "th")[0]!.getAttribute("aria-sort"), "ascending");
  await openTab(view, "Structured");
  assert.deepEqual(
    all(view, '[role="tabpanel"]').map(({ hidden }) => hidden),
    [true, true, false, true],
  );
});

async function loaded(view: HTMLElement, selector: string): Promise<void> {
  await until(() => view.querySelector(selector) !== null);
}

test("a tree shows another value in place of the one before", () => {
  const view = draw(<JsonTree node={readJson('{"count":1,"list":[1]}')} />);
  assert.match(view.textContent, /count: ?1/);
  redraw(<JsonTree node={readJson('{"count":2,"list":[7]}')} />);
  assert.match(view.textContent, /count: ?2/);
  assert.match(view.textContent, /7/);
});

test("a text with fewer views is shown in the last of them", async () => {
  const json = '{"a":1}';
  const view = draw(<TextView text={json} json={readJson(json)} label="Text" filename="a.txt" />);
  await press(view, "Raw");
  redraw(<TextView text="plain" label="Text" filename="a.txt" />);
  assert.match(view.textContent, /plain/);
});

test("the type of a sound or an image may have parameters, and any case", () => {
  const view = drawResult(
    `{"content":[
      {"type":"audio","mimeType":"audio/ogg; codecs=opus","data":"T2dn"},
      {"type":"image","mimeType":"Image/GIF","data":"R0lGODlhAQABAAAAACw="},
      {"type":"resource","resource":{"uri":"file:///a","mimeType":"AUDIO/wav;rate=8000","blob":"UklGRg=="}}
    ]}`,
  );
  const sources = all(view, "audio, img").map((media) => media.getAttribute("src"));
  assert.deepEqual(sources, [
    "data:audio/ogg;base64,T2dn",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    "data:audio/wav;base64,UklGRg==",
  ]);
});
