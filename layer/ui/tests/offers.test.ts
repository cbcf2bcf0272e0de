import assert from "node:assert/strict";
import { test } from "node:test";
import { promptFields } from "../src/offers/prompt-fields";
import { expand, variablesOf } from "../src/offers/uri-template";

// The variables of the examples in RFC 6570, sections 1.2 and 3.2, as far as fields can hold them.
const VALUES = {
  var: "value",
  hello: "Hello World!",
  path: "/foo/bar",
  empty: "",
  x: "1024",
  y: "768",
  who: "fred",
  half: "50%",
  base: "http://example.com/home/",
  dub: "me/too",
  v: "6",
  list: "red\ngreen\nblue",
};

const EXAMPLES: readonly (readonly [template: string, expansion: string])[] = [
  ["{var}", "value"],
  ["{hello}", "Hello%20World%21"],
  ["{half}", "50%25"],
  ["O{empty}X", "OX"],
  ["O{undef}X", "OX"],
  ["{x,y}", "1024,768"],
  ["{x,hello,y}", "1024,Hello%20World%21,768"],
  ["{var:3}", "val"],
  ["{var:30}", "value"],
  ["{list*}", "red,green,blue"],
  ["{+var}", "value"],
  ["{+hello}", "Hello%20World!"],
  ["{+half}", "50%25"],
  ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
  ["{+base}index", "http://example.com/home/index"],
  ["{+path}/here", "/foo/bar/here"],
  ["here?ref={+path}", "here?ref=/foo/bar"],
  ["{+path:6}/here", "/foo/b/here"],
  ["{+list*}", "red,green,blue"],
  ["{#var}", "#value"],
  ["{#hello}", "#Hello%20World!"],
  ["{#path:6}here", "#/foo/bhere"],
  ["{#list*}", "#red,green,blue"],
  ["{.who}", ".fred"],
  ["X{.var:3}", "X.val"],
  ["X{.list*}", "X.red.green.blue"],
  ["{/who}", "/fred"],
  ["{/half,who}", "/50%25/fred"],
  ["{/who,dub}", "/fred/me%2Ftoo"],
  ["{/var,undef}", "/value"],
  ["{/var:1,var}", "/v/value"],
  ["{/list*}", "/red/green/blue"],
  ["{;who}", ";who=fred"],
  ["{;half}", ";half=50%25"],
  ["{;v,bar,who}", ";v=6;who=fred"],
  ["{;x,y}", ";x=1024;y=768"],
  ["{;hello:5}", ";hello=Hello"],
  ["{;list*}", ";list=red;list=green;list=blue"],
  ["{?who}", "?who=fred"],
  ["{?x,y,undef}", "?x=1024&y=768"],
  ["{?var:3}", "?var=val"],
  ["{?list*}", "?list=red&list=green&list=blue"],
  ["{&who}", "&who=fred"],
  ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
  ["{&list*}", "&list=red&list=green&list=blue"],
];

test("templates are expanded like the examples of RFC 6570", () => {
  for (const [template, expansion] of EXAMPLES) assert.equal(expand(template, VALUES), expansion, template);
});

test("the variables of a template are found once, in their order", () => {
  assert.deepEqual(variablesOf("db://{table}/{row}{?fields*,table}"), [
    { name: "table", isList: false },
    { name: "row", isList: false },
    { name: "fields", isList: true },
  ]);
  assert.deepEqual(variablesOf("file:///fixed"), []);
});

test("templates that RFC 6570 does not allow are refused with the reason", () => {
  const refused: readonly (readonly [template: string, reason: RegExp])[] = [
    ["{", /brace/],
    ["a}b", /brace/],
    ["{a{b}}", /brace/],
    ["{}", /not an expression/],
    ["{!a}", /unknown operator/],
    ["{|a}", /unknown operator/],
    ["{$a}", /unknown operator/],
    ["{a b}", /not an expression/],
    ["{a:0}", /not an expression/],
    ["{a:10000}", /not an expression/],
    ["{a,,b}", /not an expression/],
    ["{a".repeat(5001), /too long/],
    [Array.from({ length: 101 }, (_, index) => `{v${index}}`).join(""), /too many/],
  ];
  for (const [template, reason] of refused) assert.throws(() => variablesOf(template), reason, template.slice(0, 40));
});

test("a value that is not valid Unicode does not stop the expansion", () => {
  assert.equal(expand("{a}{+b}", { a: "\ud800", b: "\udfff" }), "%EF%BF%BD%EF%BF%BD");
});

test("the arguments of a prompt become fields, whatever the server declares", () => {
  const declared = [
    { name: "city", required: true, description: "A city" },
    { name: 1 },
    null,
    { name: "days", required: "yes" },
  ];
  assert.deepEqual(
    promptFields({ arguments: declared }).map(({ name, isRequired }) => [name, isRequired]),
    [
      ["city", true],
      ["days", false],
    ],
  );
  assert.deepEqual(promptFields({ arguments: "none" }), []);
});
