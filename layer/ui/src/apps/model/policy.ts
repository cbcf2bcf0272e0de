// The Content-Security-Policy of an app.

// A source that the server has left out of the policy, or one that needs consent.
export interface PolicyFinding {
  readonly directive: string;
  readonly value: string;
  readonly reason: string;
}

// A violation of the policy that the browser has reported.
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
