import { hasHostEndpoint } from "../protocol/host";
import type { Outcome } from "../protocol/outcome";
import { formatDuration, formatSize } from "../text/units";

/** The summary line of a call. */
export interface CallFacts {
  readonly label: string;
  readonly facts: readonly string[];
}

export function callFacts({ kind, headline, status, code, duration, size }: Outcome): CallFacts {
  const facts = [
    // A local process is not reached by HTTP. A tool error has a status of the plain call's own, which says nothing about
    // the connection.
    !hasHostEndpoint("console") && kind !== "tool-error" && status && `HTTP ${status}`,
    code !== undefined && `JSON-RPC error ${code}`,
    formatDuration(duration),
    size > 0 && formatSize(size),
  ];
  return { label: kind === "failed" ? "Failed" : headline, facts: facts.filter((fact) => typeof fact === "string") };
}
