// Files saved for an app: all of them arrive, under names that every system accepts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { button, shared, startBrowser, startExplorer } from "../support.js";
import { clickConsent, openAppPage, consentDialog, runApp } from "./support.js";

const [browser, explorer] = await shared(startBrowser(), startExplorer("apps"));

// Saves the files, and returns those on the disk by name once the app has its response.
async function save(contents) {
  const page = await openAppPage(browser, explorer.url);
  const downloads = [];
  page.on("download", (download) => downloads.push(download));
  const frame = await runApp(page, "probe");
  const result = frame.evaluate((contents) => request("ui/download-file", { contents }), contents);
  await clickConsent(page, "Save");
  assert.deepEqual(await result, {});
  const files = await Promise.all(downloads.map(async (download) => [download.suggestedFilename(), readFileSync(await download.path(), "utf8")]));
  assert.deepEqual(page.trouble, []);
  return files;
}

const file = (uri, text = uri) => ({ type: "resource", resource: { uri, mimeType: "text/plain", text } });

test("the maximum number of files in one request is saved", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `file-${index}.txt`);
  const files = await save(names.map((name) => file(`file:///${name}`, `This is ${name}.`)));
  assert.deepEqual(files, names.map((name) => [name, `This is ${name}.`]));
});

test("the files of several requests are all saved", async () => {
  const page = await openAppPage(browser, explorer.url);
  const downloads = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  const frame = await runApp(page, "probe");
  const names = (letter) => Array.from({ length: 8 }, (_, index) => `${letter}-${index}.txt`);
  const ask = (letter) => frame.evaluate((contents) => request("ui/download-file", { contents }), names(letter).map((name) => file(name)));
  const results = [ask("a"), ask("b")];
  for (const letter of ["a", "b"]) await button(consentDialog(page).filter({ hasText: `${letter}-0.txt` }), "Save").click();
  assert.deepEqual(await Promise.all(results), [{}, {}]);
  assert.deepEqual(downloads, [...names("a"), ...names("b")]);
});

test("names are those of ordinary, visible files", async () => {
  const long = "x".repeat(300);
  const expected = [
    ["file:///.bashrc", "bashrc"],
    ["file:///...hidden.txt", "hidden.txt"],
    [`file:///${"y".repeat(79)}.${"z".repeat(79)}`, `${"y".repeat(79)}.${"z".repeat(20)}`],
    [`file:///${"w".repeat(50)}${".".repeat(60)}v`, `${"w".repeat(50)}.v`],
    [`file:///${long}.tar.gz`, `${"x".repeat(97)}.gz`],
    [`file:///${long}`, "x".repeat(100)],
    ["file:///report.txt. . .", "report.txt._._"],
    ["file:///report.txt...", "report.txt"],
    ["file:///CON", "_CON"],
    ["file:///nul.txt", "_nul.txt"],
    ["file:///Com1.tar.gz", "_Com1.tar.gz"],
    ["file:///.lpt9", "_lpt9"],
    ["file:///console.log", "console.log"],
    ["file:///...", "download"],
    ["file:///", "download"],
    // Expressions that look for dots at the end of a text try each run of them again at each of its dots.
    [`file:///a${".".repeat(400_000)}-`, "a.-"],
    ["file:///..\\..\\a b\u202etxt.exe", "a_b_txt.exe"],
  ];
  const files = await save(expected.map(([uri]) => file(uri)));
  assert.deepEqual(files.map(([name, text]) => [text, name]), expected);
});
