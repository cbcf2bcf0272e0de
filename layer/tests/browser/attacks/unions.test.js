// Schemas whose alternatives have more combinations than can be drawn: the tool opens, and its form ends or says why there is none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shared, startExplorer } from "../support.js";
import { inEachBrowser } from "./browsers.js";
import { openPage, until } from "./support.js";

const [explorer] = await shared(startExplorer("unions"));

const TOO_COMPLEX = "This schema is too complex for a form. Edit the JSON instead.";

inEachBrowser({}, (current) => {
  const open = async (tool) => {
    const page = await openPage(current.browser, explorer.url);
    page.problems = [];
    page.on("pageerror", (problem) => page.problems.push(String(problem)));
    await page.evaluate((hash) => void (location.hash = hash), `#/tools/${encodeURIComponent(tool)}`);
    await until(page, () => document.querySelector("article.tool:not([hidden]) .actions") !== null);
    return page;
  };
  const pressTab = (page, name) =>
    page.evaluate((name) => [...document.querySelectorAll("article.tool:not([hidden]) [role=tab]")].find((tab) => tab.innerText.trim() === name).click(), name);
  const kinds = (page) => page.evaluate(() => document.querySelectorAll("article.tool:not([hidden]) select[aria-label=Kind]").length);
  const choose = (page, select, option) =>
    page.evaluate((select, option) => {
      const control = document.querySelectorAll("article.tool:not([hidden]) select[aria-label=Kind]")[select];
      control.value = String(option);
      control.dispatchEvent(new Event("change"));
    }, select, option);

  for (const tool of ["two lists", "lists in allOf", "ten by ten"]) {
    test(`a kind is chosen of each list, and then the form has fields: ${tool}`, async () => {
      const page = await open(tool);
      // The form may begin with a kind that fits the empty arguments.
      await choose(page, 0, 1);
      assert.equal(await kinds(page), 2);
      await choose(page, 1, 0);
      assert.equal(await kinds(page), 2);
      assert.ok(await page.evaluate(() => document.querySelector("article.tool:not([hidden]) .form :is(input, textarea)") !== null));
      assert.deepEqual(page.problems, []);
    });
  }

  test("a property with two lists begins with its default", async () => {
    const page = await open("a default");
    assert.equal(await until(page, () => document.querySelector("article.tool:not([hidden]) .form :is(input, textarea)")?.value), "Oslo");
    assert.deepEqual(page.problems, []);
  });

  test("millions of combinations are edited as JSON", async () => {
    const page = await open("millions");
    const text = () => document.querySelector("article.tool:not([hidden])").innerText;
    assert.ok((await page.evaluate(text)).includes(TOO_COMPLEX));
    assert.ok(await page.evaluate(() => document.querySelector("article.tool:not([hidden]) textarea.json-text") !== null));
    assert.deepEqual(page.problems, []);
  });

  test("a list with thousands of options has fields for its first items, and the others can be shown", async () => {
    const page = await open("lists of options");
    const counts = await page.evaluate(() => {
      const form = document.querySelector("article.tool:not([hidden]) .form");
      return { options: form.querySelectorAll("option").length, selects: form.querySelectorAll("select").length };
    });
    assert.ok(counts.selects > 50 && counts.options < 10_000, JSON.stringify(counts));
    const filled = await page.evaluate(() => {
      const late = [...document.querySelectorAll("article.tool:not([hidden]) .form select")].find((select) => select.options.length < 10);
      late.dispatchEvent(new FocusEvent("focus"));
      return { options: late.options.length, value: late.value };
    });
    assert.deepEqual(filled, { options: 1001, value: "0" });
    await page.evaluate(() => [...document.querySelectorAll("article.tool:not([hidden]) .form details.more:not([open])")][0].querySelector("summary").click());
    await until(page, () => document.querySelector("article.tool:not([hidden]) .form details.more[open] select") !== null);
    assert.deepEqual(page.problems, []);
  });

  test("a tool opens whatever its schema has in place of a number", async () => {
    const page = await open("an odd length");
    assert.ok(await page.evaluate(() => document.querySelector("article.tool:not([hidden]) .form textarea") !== null));
    assert.deepEqual(page.problems, []);
  });

  for (const tool of ["a long constant", "a long description", "recursive kinds"]) {
    test(`the form and the outline are drawn at once: ${tool}`, async () => {
      const page = await open(tool);
      await pressTab(page, "Schema");
      await until(page, () => document.querySelector("article.tool:not([hidden]) .outline li") !== null);
      const rows = await page.evaluate(() => document.querySelectorAll("article.tool:not([hidden]) .outline li").length);
      assert.ok(rows <= 200, `${rows} rows`);
      assert.deepEqual(page.problems, []);
    });
  }

  test("the name of a long reference is short", async () => {
    const page = await open("a long reference");
    const label = await page.evaluate(() => document.querySelector("select[aria-label=Kind]").options[1].label);
    assert.ok(label.length < 100, label);
    assert.deepEqual(page.problems, []);
  });
});
