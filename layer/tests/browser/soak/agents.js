// Agents of the official SDKs that call tools again and again, each in a process of its own.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PYTHON } from "../support.js";

const clients = fileURLToPath(new URL("../../../../host-runner/tests/agents/clients/", import.meta.url));
const target = fileURLToPath(new URL("../../../../target/", import.meta.url));

const PROGRAMS = {
  Rust: [process.env.MCP_UI_RMCP_CLIENT ?? `${target}debug/examples/rmcp_client`],
  Python: [PYTHON, `${clients}python2.py`],
  TypeScript: [process.execPath, "--no-warnings", `${clients}typescript1.js`],
  "TypeScript 2": [process.execPath, "--no-warnings", `${clients}typescript2.js`],
};

// The time in milliseconds without a line after which an agent counts as stuck.
const SILENCE_MS = 90_000;

// Starts an agent with one of the SDKs. Of its calls, the time of those of the first tool counts. Returns the function that stops it.
export function startAgent(recorder, sdk, connection, calls, pauseMs) {
  const [program, ...flags] = PROGRAMS[sdk];
  let [child, isStopped, isStuck, heard] = [undefined, false, false, Date.now()];
  const start = () => {
    child = spawn(program, [...flags, ...[connection, calls, pauseMs].map((value) => JSON.stringify(value))], { stdio: ["pipe", "pipe", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said = (said + text).slice(-2000)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      heard = Date.now();
      const outcome = JSON.parse(line);
      recorder.add({ ...outcome, tool: `${sdk} ${outcome.tool}`, times: outcome.tool === calls[0].tool ? "calls" : undefined });
    });
    child.on("exit", (code) => {
      if (isStopped) return;
      if (!isStuck) recorder.add({ tool: `${sdk} agent`, at: Date.now(), ms: 0, problem: `it has ended with ${code}: ${said}` });
      isStuck = false;
      setTimeout(() => isStopped || start(), 1000);
    });
  };
  const watch = setInterval(() => {
    if (Date.now() - heard < SILENCE_MS) return;
    recorder.add({ tool: `${sdk} agent`, at: heard, ms: Date.now() - heard, problem: "it is stuck" });
    [isStuck, heard] = [true, Date.now()];
    child.kill("SIGKILL");
  }, 5000);
  start();
  return () => {
    isStopped = true;
    clearInterval(watch);
    child.kill("SIGKILL");
  };
}
