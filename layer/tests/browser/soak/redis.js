// A Redis server that can hang and start again at the same port.
import { setTimeout as pause } from "node:timers/promises";
import { startProgram } from "../support.js";

const AWAY_MS = 10_000;

export async function startRedis(port) {
  const start = () => startProgram("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], /Ready to accept connections/);
  let program = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async hang(ms) {
      process.kill(program.pid, "SIGSTOP");
      await pause(ms);
      process.kill(program.pid, "SIGCONT");
    },
    async restart() {
      await program.stop();
      await pause(AWAY_MS);
      program = await start();
    },
    stop: () => program.stop(),
  };
}
