// The resources of a process and of a page, as numbers.
import { readdir, readFile } from "node:fs/promises";

const MIB = 1024 * 1024;

// Returns the resident memory in MiB, the open handles and the threads of a process, on Linux.
export async function ofProcess(pid) {
  const [status, handles] = await Promise.all([readFile(`/proc/${pid}/status`, "utf8"), readdir(`/proc/${pid}/fd`)]);
  const number = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)[1]);
  return { memory: number("VmRSS") / 1024, handles: handles.length, threads: number("Threads") };
}

// Returns the heap in MiB and the DOM nodes and listeners of a page, after a collection of its garbage.
export async function ofPage(page) {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("Performance.enable");
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const number = (name) => metrics.find((metric) => metric.name === name).value;
    return { heap: number("JSHeapUsedSize") / MIB, nodes: number("Nodes"), listeners: number("JSEventListeners") };
  } finally {
    await session.detach();
  }
}
