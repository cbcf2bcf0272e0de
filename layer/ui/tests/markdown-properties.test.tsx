// Properties of any text that a server gives as Markdown.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { all, draw } from "./dom";
import { looksLikeMarkdown, mayBeMarkdown } from "../src/markdown/looks-like";
import { markdown } from "../src/markdown/markdown";
import { parseMarkdown } from "../src/markdown/parse";
import { isEmbeddedImage } from "../src/text/image";
import { printableText } from "../src/text/printable";
import { runs } from "./property-support";

// Marks of Markdown, look-alikes of HTML and of addresses, and characters that reorder or hide text.
const MARKS = [
  ..."*|**|_|__|~~|`|``|```|#|>|- |1. |+ |[|](|)|![|]|][|]:|<|>|\\|---|===|:-:|- [ ] |- [x] |&|;|\n|\n\n|    |\t| ".split(
    "|",
  ),
  ...'<b>|</b>|<img src=x onerror=alert(1)>|<script>alert(1)</script>|<!--|-->|<a href="javascript:a()">'.split("|"),
  ..."<svg/onload=a()>|<![CDATA[|<?|&lt;b&gt;|&#60;b&#62;|&#x3c;|&#0;|&#55296;|&colon;|&Tab;".split("|"),
  ..."javascript:a()|JaVaScRiPt:a()|java\tscript:a()|&#106;avascript:a()|javascript&#58;a()|\u0001javascript:a()".split(
    "|",
  ),
  ..."data:text/html,<b>|vbscript:a()|file:///etc/passwd|blob:x|//a.example|ui://a|http://a.example|www.a.example".split(
    "|",
  ),
  ..."mailto:a@b.example|a@b.example|https://a.example/?q='\"><b>|data:image/svg+xml,<svg onload='a()'/>|xmpp:a@b".split(
    "|",
  ),
  "data:image/png;base64,AAAA",
  "|",
  "|a|b|\n|-|-|\n|1|2|\n",
  "[x]: javascript:a() 'b'\n",
  "```html onclick=a()\n",
  '"onmouseover="a()',
  ..."\u202e|\u2066|\u200b|\u00ad|\ud800|\u2028|\0|\u{e0041}|\u{1F600}|é".split("|"),
];
const words = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...MARKS) },
  fc.constantFrom("a", "text of a server", "x_y", "2 * 3"),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const texts = fc.array(words, { maxLength: 40, size: "+1" }).map((parts) => parts.join(""));
const links = fc
  .tuple(
    words,
    fc.array(words, { maxLength: 3 }).map((parts) => parts.join("")),
    fc.constantFrom("[%](#)", "![%](#)", "<#>", "[%](<#>)"),
  )
  .map(([label, address, link]) => link.replace("%", () => label).replace("#", () => address));

const ATTRIBUTES = new Set("href|target|rel|class|start|tabindex|role|aria-label|scope|src|alt".split("|"));
const ELEMENTS = new Set(
  [
    ..."div|p|h3|h4|h5|h6|ul|ol|li|blockquote|hr|br|pre|code|strong|em|del|span|bdi|a|img".split("|"),
    ..."table|thead|tbody|tr|th|td".split("|"),
  ].map((name) => name.toUpperCase()),
);

function assertHarmless(view: HTMLElement): void {
  for (const element of all(view, "*")) {
    assert.ok(ELEMENTS.has(element.tagName), element.tagName);
    for (const { name, value } of element.attributes) {
      assert.ok(ATTRIBUTES.has(name), `${element.tagName} ${name}`);
      assert.equal(printableText(value), value);
      if (name === "href") assert.ok(["http:", "https:", "mailto:"].includes(new URL(value).protocol), value);
      if (name === "src") assert.ok(isEmbeddedImage(value), value);
    }
    const isLink = element.tagName === "A";
    if (isLink)
      assert.deepEqual(
        ["target", "rel"].map((name) => element.getAttribute(name)),
        ["_blank", "noopener noreferrer"],
      );
  }
  // Nothing in it can hide or reorder what is around it.
  assert.equal(printableText(view.textContent), view.textContent);
}

test("any text is drawn with harmless elements, attributes and addresses only", () => {
  const harmless = fc.property(fc.oneof(texts, links), fc.boolean(), (text, breaks) => {
    const view = markdown(text, { breaks });
    if (view) assertHarmless(draw(view));
  });
  fc.assert(harmless, runs(300));
});

// The number of elements and texts that a text becomes.
function drawnNodes(text: string): number {
  const view = markdown(text);
  return view ? draw(view).querySelectorAll("*").length : 0;
}

test("a long text is drawn with few elements for each of its characters", () => {
  const bounded = fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), (parts) => {
    const piece = parts.join("");
    const text = piece.repeat(Math.ceil(1500 / Math.max(1, piece.length)));
    assert.ok(drawnNodes(text) <= 3 * text.length + 10);
  });
  fc.assert(bounded, runs(60));
});

test("text that repeats any marks is read in bounded time", () => {
  const timed = fc.property(fc.array(words, { minLength: 1, maxLength: 3 }), (parts) => {
    const piece = parts.join("");
    const text = piece.repeat(Math.ceil(30_000 / Math.max(1, piece.length))).slice(0, 30_000);
    const { user } = process.cpuUsage();
    parseMarkdown(text);
    looksLikeMarkdown(text);
    mayBeMarkdown(text);
    assert.ok(process.cpuUsage().user - user < 1_500_000, JSON.stringify(piece));
  });
  fc.assert(timed, runs(100));
});
