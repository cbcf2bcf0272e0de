// The report of a soak: tables in Markdown, and a graph of the memory.
import { percentile } from "./recorder.js";

const HOUR_MS = 3_600_000;

// The shares of a run between which resources must not grow: the caches and rings are full by then.
const WARM = 0.4;
const LAST = 0.85;

// Growth below both of these counts as noise.
const NOISE_SHARE = 0.1;
const NOISE = { memory: 6, handles: 10, threads: 5, tasks: 20, heap: 6, nodes: 2000, listeners: 1000 };

const whole = (number) => (number === undefined ? "–" : String(Math.round(number)));

// Returns the table of the outcomes: a row for each quarter of an hour of each deployment, with the times of the agents' calls and of those
// in the page.
export function outcomes(deployments) {
  const rows = ["| deployment | quarter | requests | failed | provoked | p50 ms | p95 ms | p99 ms | page p50 ms | p95 ms | p99 ms |", `|${"---|".repeat(11)}`];
  for (const { name, recorder } of deployments) {
    recorder.quarters.forEach(({ requests, failed, provoked, calls, pages }, at) => {
      const percentiles = [calls, pages].flatMap((times) => [0.5, 0.95, 0.99].map((share) => percentile(times, share)?.toFixed(1) ?? "–"));
      rows.push(`| ${[name, at + 1, requests, failed, provoked, ...percentiles].join(" | ")} |`);
    });
  }
  return rows.join("\n");
}

// Returns the table of the resources: medians when warm and at the end, and the greatest value.
export function resources(deployments) {
  const rows = ["| deployment | resource | warm | end | most | per hour | |", "|---|---|---|---|---|---|---|"];
  const grown = [];
  for (const { name, samples } of deployments) {
    for (const resource of new Set(samples.flatMap(({ values }) => Object.keys(values)))) {
      const series = samples.filter(({ values }) => values[resource] !== undefined).map(({ at, values }) => ({ at, value: values[resource] }));
      const { warm, end, perHour, isGrowing } = growth(series, resource);
      if (isGrowing) grown.push(`${name}: ${resource}`);
      const most = Math.max(...series.map(({ value }) => value));
      rows.push(`| ${[name, resource, whole(warm), whole(end), whole(most), perHour?.toFixed(1) ?? "–", isGrowing ? "grows" : ""].join(" | ")} |`);
    }
  }
  return { table: rows.join("\n"), grown };
}

function growth(series, resource) {
  const [begin, finish] = [series[0]?.at, series.at(-1)?.at];
  const share = (from, to) => series.filter(({ at }) => at >= begin + (finish - begin) * from && at <= begin + (finish - begin) * to);
  const middle = (part) => percentile(part.map(({ value }) => value), 0.5);
  const [warm, end] = [middle(share(WARM, WARM + 1 - LAST)), middle(share(LAST, 1))];
  const hours = ((finish - begin) * (LAST - WARM)) / HOUR_MS;
  const by = end - warm;
  const kind = resource.split(" ").at(-1);
  return { warm, end, perHour: hours > 0 ? by / hours : undefined, isGrowing: by > NOISE[kind] && by > warm * NOISE_SHARE };
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [900, 420, 50, 30];
const COLORS = ["#0b62a4", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#0f766e", "#a16207", "#be185d"];

// Returns a graph of the resident memory over time, as SVG.
export function graph(deployments) {
  const all = deployments.flatMap(({ samples }) => samples);
  const [begin, finish] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))];
  const most = Math.max(...all.map(({ values }) => values.memory ?? 0)) * 1.1;
  const x = (at) => LEFT + ((at - begin) / Math.max(1, finish - begin)) * (WIDTH - LEFT - 110);
  const y = (value) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - BOTTOM - 10);
  const lines = deployments.map(({ name, samples }, index) => {
    const series = samples.filter(({ values }) => values.memory !== undefined);
    const points = series.map(({ at, values }) => `${x(at).toFixed(1)},${y(values.memory).toFixed(1)}`).join(" ");
    const last = series.at(-1);
    const label = last ? `<text x="${WIDTH - 104}" y="${y(last.values.memory) + 4}" fill="${COLORS[index]}">${name}</text>` : "";
    return `<polyline fill="none" stroke="${COLORS[index]}" stroke-width="1.5" points="${points}"/>${label}`;
  });
  const ticks = Array.from({ length: 5 }, (_, at) => (most / 5) * at).map((value) => `<text x="4" y="${y(value) + 4}">${Math.round(value)} MiB</text><path stroke="#ddd" d="M${LEFT} ${y(value)}H${WIDTH - 110}"/>`);
  const minutes = (finish - begin) / 60_000;
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => `<text x="${x(begin + share * (finish - begin)) - 8}" y="${HEIGHT - 8}">${Math.round(minutes * share)} min</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>${[...ticks, ...times, ...lines].join("")}</svg>\n`;
}
