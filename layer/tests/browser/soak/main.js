// Runs deployments for a long time, with agents, open pages and faults, and reports failures that no fault explains, and what grows.
//
//   node soak/main.js MINUTES FOLDER [DEPLOYMENT…]
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { CHROMIUM_FLAGS, HEADLESS_SHELL } from "../support.js";
import { startAgent } from "./agents.js";
import { DEPLOYMENTS } from "./deployments.js";
import { openPages } from "./pages.js";
import { QUARTER_MS, Recorder } from "./recorder.js";
import { graph, outcomes, resources } from "./report.js";
import { keepAsking } from "./requests.js";
import { ofPage, ofProcess } from "./samples.js";

const SAMPLE_MS = 15_000;
const BETWEEN_FAULTS_MS = 45_000;
const CALL_PAUSE_MS = 300;

// The number of calls before an agent connects anew.
const CALLS = 40;

// In a shorter run, caches and rings are still filling.
const SHORTEST_JUDGED_MS = 45 * 60_000;

const { positionals } = parseArgs({ allowPositionals: true });
const [minutes, folder, ...chosen] = positionals;
const names = chosen.length > 0 ? chosen : Object.keys(DEPLOYMENTS);
const unknown = names.filter((name) => !DEPLOYMENTS[name]);
if (unknown.length > 0) throw new Error(`there is no deployment ${unknown.join(", ")}, only ${Object.keys(DEPLOYMENTS).join(", ")}`);

await mkdir(folder, { recursive: true });
// Otherwise the library ends this program on Ctrl+C, before its report.
const browser = await chromium.launch({ executablePath: HEADLESS_SHELL, args: CHROMIUM_FLAGS, handleSIGINT: false });
const running = [];
for (const name of names) {
  console.log(`starting ${name}`);
  running.push(await begin(name).catch((problem) => giveUp(name, problem)));
}
const end = Date.now() + Number(minutes) * 60_000;
console.log(`running until ${new Date(end).toISOString()}`);
let isEnded = false;
process.once("SIGINT", () => (isEnded = true));

const work = running.flatMap((deployment) => [causeFaults(deployment), takeSamples(deployment)]);
for (let next = Date.now() + QUARTER_MS; !isEnded && Date.now() < end; ) {
  await pause(1000);
  if (Date.now() < next) continue;
  next += QUARTER_MS;
  await report();
}
isEnded = true;
await Promise.all(work);
const { problems, grown } = await report();
for (const { stop } of running) await stop();
await browser.close();
const isLong = Number(minutes) * 60_000 >= SHORTEST_JUDGED_MS;
if (!isLong) console.log("The run is too short to judge what grows.");
process.exit(problems > 0 || (isLong && grown.length > 0) ? 1 : 0);

async function giveUp(name, problem) {
  console.error(`${name} cannot be started:`, problem);
  for (const { stop } of running) await stop();
  await browser.close();
  process.exit(1);
}

// Starts a deployment, with its agents and pages.
async function begin(name) {
  const [deployment, recorder, samples] = [await DEPLOYMENTS[name](), new Recorder(), []];
  const { connection, call, others = [], url, headers } = deployment;
  const agents = deployment.agents.map((sdk, index) => {
    const own = (at) => call(`${sdk} ${index} ${at}`);
    const calls = Array.from({ length: CALLS }, (_, at) => (at % 4 === 3 && others.length > 0 ? others[(at >> 2) % others.length] : own(at)));
    return startAgent(recorder, sdk, connection, calls, CALL_PAUSE_MS);
  });
  const stopAsking = headers ? keepAsking(recorder, url, headers, call("explorer")) : () => undefined;
  const stopProcesses = () => {
    for (const stopAgent of agents) stopAgent();
    return deployment.stop();
  };
  const { pages, stop: stopPages } = await openPages(browser, deployment, recorder).catch(async (problem) => {
    await stopProcesses();
    throw problem;
  });
  const stop = async () => {
    await Promise.all([stopAsking(), stopPages()]);
    for (const page of Object.values(pages)) await page.context().close();
    await stopProcesses();
  };
  return { name, deployment, recorder, samples, pages, stop };
}

async function causeFaults({ deployment: { faults }, recorder }) {
  for (let at = 0; ; at += 1) {
    for (let waited = 0; waited < BETWEEN_FAULTS_MS; waited += 1000) {
      if (isEnded) return;
      await pause(1000);
    }
    const { name, run, provokes } = faults[at % faults.length];
    const passed = recorder.fault(name, provokes);
    await recorder.timed(name, run, { isFault: true });
    passed();
  }
}

async function takeSamples({ name, deployment, recorder, samples, pages }) {
  while (!isEnded) {
    const values = (await recorder.timed("process", () => ofProcess(deployment.process()))) ?? {};
    if (deployment.tasks) values.tasks = deployment.tasks();
    for (const [page, open] of Object.entries(pages)) {
      const measured = (await recorder.timed(`page: ${page}`, () => ofPage(open))) ?? {};
      for (const [resource, value] of Object.entries(measured)) values[`${page} ${resource}`] = value;
    }
    samples.push({ at: Date.now(), values });
    await appendFile(join(folder, "samples.jsonl"), `${JSON.stringify({ name, at: Date.now(), ...values })}\n`);
    for (let waited = 0; waited < SAMPLE_MS && !isEnded; waited += 1000) await pause(1000);
  }
}

// Writes and prints the report of what has happened so far.
async function report() {
  const { table, grown } = resources(running);
  const problems = running.reduce((sum, { recorder }) => sum + recorder.failed, 0);
  const faults = running.map(({ name, recorder }) => `- ${name}: ${[...recorder.faults].map(([fault, count]) => `${fault} ${count}`).join(", ")}`);
  const kept = running.flatMap(({ name, recorder }) => recorder.problems.map((problem) => `- ${name}: ${problem}`));
  const text = [
    outcomes(running),
    table,
    `Faults:\n\n${faults.join("\n")}`,
    `Failures that no fault explains: ${problems}\n\n${kept.join("\n")}`,
    `Growing: ${grown.join(", ") || "nothing"}`,
  ].join("\n\n");
  await writeFile(join(folder, "report.md"), `${text}\n`);
  await writeFile(join(folder, "memory.svg"), graph(running));
  console.log(`\n${text}\n`);
  return { problems, grown };
}
