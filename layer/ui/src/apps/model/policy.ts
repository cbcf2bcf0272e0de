// The Content-Security-Policy of an app.

/** A source that the server has left out of the policy, or one that needs consent. */
export interface PolicyFinding {
  readonly directive: string;
  readonly value: string;
  readonly reason: string;
}

/** A violation of the policy that the browser has reported. */
export interface PolicyViolation {
  readonly directive: string;
  readonly blocked: string;
  readonly sample: string;
  readonly line: number;
}

export interface AppPolicy {
  text: string;
  approved: Readonly<Partial<Record<string, readonly string[]>>>;
  rejected: readonly PolicyFinding[];
  declared: unknown;
  violations: PolicyViolation[];
}

/**
 * The violations that may have done harm. The official library tests once whether eval is allowed, and works without
 * it; an app that needs eval tries more often, or fails.
 */
export function harmfulViolations({ violations }: Pick<AppPolicy, "violations">): readonly PolicyViolation[] {
  const probe = violations.find(isEval);
  return violations.filter((violation) => violation !== probe);
}

export function isEval({ blocked }: PolicyViolation): boolean {
  return blocked === "eval";
}
