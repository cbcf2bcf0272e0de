// Prints the table of `docs/open.md`: every agent with every server. `npm run table`
import { CLIENTS } from "./clients.js";
import { compare, startOpen } from "./matrix.js";
import { SERVERS } from "./servers.js";

const agents = Object.keys(CLIENTS);
console.log(`| server | ${agents.join(" | ")} |\n|---|${agents.map(() => "---").join("|")}|`);
let isAnyLost = false;
for (const server of Object.keys(SERVERS)) {
  const { connection, stop } = await startOpen(server);
  const cells = [];
  for (const agent of agents) {
    const { direct, through, lost } = await compare(server, agent, connection);
    isAnyLost ||= lost.length > 0;
    if (lost.length > 0) console.error(server, agent, JSON.stringify({ direct, through }));
    const gained = through.steps.filter((step) => !direct.steps.includes(step));
    const asked = SERVERS[server].calls.length;
    const steps = `${through.steps.length} of ${agent.startsWith("Inspector") ? 1 : asked}`;
    cells.push(`${steps}${lost.length > 0 ? `, lost: ${lost.join(", ")}` : gained.length > 0 ? ` (${direct.steps.length} directly)` : ""}`);
  }
  console.log(`| ${server} | ${cells.join(" | ")} |`);
  await stop();
}
process.exitCode = isAnyLost ? 1 : 0;
