// A small disk for what `mcp-ui open --write` writes. It needs the right to mount one; without it, the folder is an ordinary one.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { send } from "./requests.js";

const run = promisify(execFile);
const FULL_MS = 10_000;

const TESTS = "tests:\n- {call: echo, args: {text: a}}\n";

// Creates a folder with the UI of a tool, and a file with a test.
export async function startDisk(tool) {
  const folder = await mkdtemp(join(tmpdir(), "mcp-ui-soak-"));
  const isLimited = await run("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder]).then(() => true, () => false);
  const tests = join(folder, "soak.mcp-ui.yaml");
  await mkdir(join(folder, "uis", tool, "stories"), { recursive: true });
  await writeFile(join(folder, "uis", tool, "ui.html"), "<!doctype html><title>Echo</title><p id=said></p>");
  await writeFile(join(folder, "uis", tool, "ui.json"), JSON.stringify({ tools: [tool] }));
  await writeFile(tests, TESTS);
  const stop = async () => {
    if (isLimited) await run("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, uis: join(folder, "uis"), tests, tool, isLimited, stop };
}

// Fills the disk, saves a story and a test, which must fail with errors that say so and change nothing, frees the disk, and saves both.
export async function fillDisk({ folder, uis, tests, tool }, { url, headers }) {
  const [filler, story] = [join(folder, "filler"), join(uis, tool, "stories", "Soak.json")];
  const long = "x".repeat(10_000);
  const saveStory = (status) => send(`${url}/uis/${tool}/stories`, { headers, body: { name: "Soak", data: { text: long } }, status });
  const added = { add: { test: `- {name: soak, call: echo, args: {text: ${long}}}` } };
  const addTest = (status) => send(new URL("/tests", url), { headers, body: added, status });
  await writeFile(filler, "x".repeat(1024 * 1024)).catch(() => undefined);
  try {
    for (const said of [await saveStory(500), await addTest(422)]) {
      if (!/cannot be (saved|written)/.test(said)) throw new Error(`a full disk is not named: ${said}`);
    }
    if ((await readFile(tests, "utf8")) !== TESTS) throw new Error("the file with the tests has changed");
    await pause(FULL_MS);
  } finally {
    await rm(filler);
  }
  await saveStory(201);
  await addTest(200);
  await Promise.all([rm(story), writeFile(tests, TESTS)]);
}
