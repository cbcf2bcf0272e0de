// Outcomes of agents, requests and pages in one deployment, by quarters of an hour, and the faults at that time.

export const QUARTER_MS = 15 * 60_000;

// The number of problems that are kept in full.
const MOST_KEPT = 20;

export class Recorder {
  quarters = [];
  // The first problems that no fault explains.
  problems = [];
  faults = new Map();
  #windows = [];
  #begin = Date.now();

  // Begins a fault, and returns the function that ends it. If it provokes failures, they count as such until a grace period has passed.
  fault(name, graceMs) {
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
    if (graceMs === undefined) return () => undefined;
    const window = { from: Date.now(), to: Infinity };
    // Outcomes of long calls arrive late.
    this.#windows = [...this.#windows.filter(({ to }) => to > Date.now() - QUARTER_MS), window];
    return () => (window.to = Date.now() + graceMs);
  }

  // Takes an outcome: when it began and how long it took, in milliseconds, and its problem, if there is one. `times` names the percentiles
  // that it counts for, "calls" or "pages", unless it met a fault. The failure of a fault itself is explained by none.
  add({ tool, at, ms, problem, times, isFault = false }) {
    const quarter = (this.quarters[Math.floor((Date.now() - this.#begin) / QUARTER_MS)] ??= { requests: 0, provoked: 0, failed: 0, calls: [], pages: [] });
    quarter.requests += 1;
    const isDuringFault = !isFault && this.#windows.some(({ from, to }) => at < to && at + ms > from);
    if (problem === undefined || problem === null) {
      if (times && !isDuringFault) quarter[times].push(ms);
    } else if (isDuringFault) {
      quarter.provoked += 1;
    } else {
      quarter.failed += 1;
      if (this.problems.length < MOST_KEPT) this.problems.push(`${new Date(at).toISOString()} ${tool}, ${Math.round(ms)} ms: ${String(problem).slice(0, 500)}`);
    }
  }

  // Runs some work as one request, and returns its result, or nothing if it fails.
  async timed(tool, work, kind = {}) {
    const [at, begin] = [Date.now(), performance.now()];
    const end = (problem) => this.add({ tool, at, ms: performance.now() - begin, problem, ...kind });
    try {
      const result = await work();
      end();
      return result;
    } catch (problem) {
      end(problem.stack ?? problem);
      return undefined;
    }
  }

  get failed() {
    return this.quarters.reduce((sum, quarter) => sum + (quarter?.failed ?? 0), 0);
  }
}

// Returns the value below which this share of the times lies.
export function percentile(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
