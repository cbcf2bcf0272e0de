import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarkdown } from "../src/markdown/parse";
import { isDrawable, isEmbeddedImage, sizeOf } from "../src/text/image";
import { matchesPattern } from "../src/text/pattern";

test("drawings that repeat their parts are no images", () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
  const encodings = [
    (text: string) => `data:image/svg+xml,${encodeURIComponent(text)}`,
    (text: string) => `data:image/svg+xml;base64,${btoa(text)}`,
  ];
  for (const encode of encodings) {
    assert.ok(isEmbeddedImage(encode(svg('<path d="M0 0"/>'))));
    const once = '<clipPath id="a"><path d="M0 0"/></clipPath><g clip-path="url(#a)"/>';
    assert.ok(isEmbeddedImage(encode(svg(once))));
    for (const body of [
      '<use href="#a"/>',
      "<s:use/>",
      "<USE/>",
      "<pattern/>",
      "<filter/>",
      "<foreignObject/>",
      "<style>g{}</style>",
      '<g style="filter:blur(1px)"/>',
      '<g style="-webkit-mask-image : url(#a)"/>',
      '<g style="fil\\74er:blur(1px)"/>',
      '<g style="&#102;ilter:blur(1px)"/>',
      '<g clip-path="url(#a)"/>'.repeat(5),
    ]) {
      assert.ok(!isEmbeddedImage(encode(svg(body))), body);
    }
    assert.ok(!isEmbeddedImage(encode(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg("&a;")}`)));
    assert.ok(!isEmbeddedImage(encode(svg("a".repeat(60_000)))));
  }
  assert.ok(!isEmbeddedImage("data:image/svg+xml,%"));
  assert.ok(isEmbeddedImage("data:image/png;base64,AAAA") && !isEmbeddedImage("https://example.com/a.png"));
});

test("images are drawn only if their size is known and small", () => {
  const bytes = (...parts: (string | number[])[]) =>
    parts.map((part) => (typeof part === "string" ? part : String.fromCharCode(...part))).join("");
  const large: [name: string, head: string][] = [
    ["png", bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 0x75, 0x30], [0, 0, 0x75, 0x30])],
    ["gif", bytes("GIF89a", [0xff, 0xff], [0xff, 0xff])],
    ["jpeg", bytes("\xff\xd8", "\xff\xe0", [0, 4, 1, 1], "\xff\xc0", [0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1])],
    ["webp", bytes("RIFF....WEBPVP8L....\x2f", [0xff, 0xff, 0xff, 0x0f])],
    ["webp", bytes("RIFF....WEBPVP8X....", [0, 0, 0, 0], [0xff, 0xff, 0], [0xff, 0xff, 0])],
    ["webp", bytes("RIFF....WEBPVP8 ....", [0, 0, 0, 0x9d, 1, 0x2a], [0xff, 0x3f], [0xff, 0x3f])],
    ["bmp", bytes("BM", Array<number>(16).fill(0), [0, 0, 1, 0], [0, 0, 0xff, 0xff])],
    ["avif", bytes([0, 0, 0, 28], "ftypavif....ispe", [0, 0, 0, 0], [0, 0, 0xff, 0xff], [0, 0, 0xff, 0xff])],
    ["x-icon", bytes([0, 0, 1, 0, 1, 0])],
    ["jpeg", bytes("\xff\xd8", "\xff\xe0", [0xff, 0xff])],
  ];
  for (const [type, head] of large) {
    assert.ok(!isDrawable(btoa(head), `image/${type}`), type);
    // The declared type says nothing.
    assert.ok(!isDrawable(btoa(head), "image/png") && !isEmbeddedImage(`data:image/png;base64,${btoa(head)}`), type);
  }
  const small = bytes("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 1, 0], [0, 0, 1, 0]);
  assert.deepEqual(sizeOf(small), { width: 256, height: 256 });
  assert.ok(isDrawable(btoa(small), "image/png") && isEmbeddedImage(`data:image/png;base64,${btoa(small)}`));
  assert.ok(isDrawable("not base64", "image/png"), "the browser says so");
  assert.ok(!isDrawable(btoa("<svg><use/></svg>"), "image/svg+xml"));
});

test("an image whose size is far behind its beginning is not drawn", () => {
  const segment = `\xff\xe0\xff\xff${"\0".repeat(0xffff - 2)}`;
  const frame = "\xff\xc0\x00\x0b\x08\x01\x00\x01\x00\x01";
  const jpeg = (segments: number) => btoa(`\xff\xd8${segment.repeat(segments)}${frame}`);
  assert.ok(isDrawable(jpeg(4), "image/jpeg"));
  assert.ok(!isDrawable(jpeg(5), "image/jpeg"));
});

test("lists that are nested on one line are no Markdown", () => {
  assert.equal(parseMarkdown("- ".repeat(13_800)), undefined);
  assert.equal(parseMarkdown("text\n 1. 2) * ".repeat(1) + "1. ".repeat(40)), undefined);
  assert.ok(parseMarkdown("- - - a list in lists\n- b"));
});

test("a pattern is tried only if it ends soon", () => {
  assert.equal(matchesPattern("^[a-z]+$", "abc"), true);
  assert.equal(matchesPattern("^[a-z]+$", "1"), false);
  for (const [pattern, text] of [
    ["\\p{L}?".repeat(4000) + "x", "1"],
    ["(a+)+", "aaa"],
    ["a*".repeat(5), "a".repeat(50)],
  ] as const) {
    assert.equal(matchesPattern(pattern, text), undefined, pattern.slice(0, 20));
  }
});

test("many links beside emphasis are shown as plain text", () => {
  assert.equal(parseMarkdown("**www. ".repeat(1000)), undefined);
  assert.ok(parseMarkdown("**www.example.com** and *https://example.com*"));
});

test("many marks of emphasis in one paragraph are shown as plain text", () => {
  assert.equal(parseMarkdown("_a *".repeat(7500)), undefined);
  assert.ok(parseMarkdown("- **name**: a _text_ of a list\n".repeat(900)));
  assert.ok(parseMarkdown(`~~~\n${"let snake_case_name = other_name;\n".repeat(900)}`));
  assert.ok(parseMarkdown(`${"A **paragraph** of *text*. ".repeat(40)}\n\n`.repeat(25)));
});
