// The requests of a sign-in, as the program reports them: without secrets, and with findings about the servers.

import { isObject, memberAt, parsedJson } from "../json/plain";

export type Phase = "resource_metadata" | "server_metadata" | "registration" | "authorization" | "token";

export const LANES = ["MCP UI", "MCP server", "Authorization server", "Browser"] as const;
type Lane = (typeof LANES)[number];

interface PhaseWords {
  // The lane that a request goes to.
  readonly lane: Lane;
  readonly title: string;
  // The rule of MCP or an RFC behind it.
  readonly rule: string;
}

export const PHASES: Readonly<Record<Phase, PhaseWords>> = {
  resource_metadata: {
    lane: "MCP server",
    title: "Metadata of the server",
    rule: "The MCP server names its authorization servers (RFC 9728).",
  },
  server_metadata: {
    lane: "Authorization server",
    title: "Metadata of the authorization server",
    rule: "It names its endpoints, and must announce PKCE with S256 (RFC 8414).",
  },
  registration: {
    lane: "Authorization server",
    title: "Registration of the client",
    rule: "A client that the server does not know yet gets an id (RFC 7591).",
  },
  authorization: {
    lane: "Browser",
    title: "Your visit",
    rule: "You decide there, and come back with a code for this resource alone (RFC 8707).",
  },
  token: {
    lane: "Authorization server",
    title: "Token",
    rule: "The code, with its verifier, is exchanged for a token (RFC 7636).",
  },
};

// The last second that a date can have.
const MAX_SECONDS = 8.64e12;

export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning" | "hint";
  readonly message: string;
  readonly advice: string;
}

export interface SignInEvent {
  readonly phase: Phase;
  /** In seconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly status: number | undefined;
  /** The parameters or the document of the request, and what came back. */
  readonly sent: unknown;
  readonly received: unknown;
  readonly findings: readonly Finding[];
  /** The reason of a failure. */
  readonly error: string | undefined;
}

export function parsedEvents(json: string): SignInEvent[] {
  const events = memberAt(parsedJson(json), "events");
  return Array.isArray(events) ? events.flatMap(parsedEvent) : [];
}

function parsedEvent(value: unknown): SignInEvent[] {
  const phase = memberAt(value, "phase");
  if (typeof phase !== "string" || !Object.hasOwn(PHASES, phase)) return [];
  const [at, status] = [memberAt(value, "at"), memberAt(value, "status")];
  const findings = memberAt(value, "findings");
  const message = memberAt(memberAt(value, "error"), "message");
  return [
    {
      phase: phase as Phase,
      at: typeof at === "number" && at < MAX_SECONDS ? at : 0,
      method: text(value, "method"),
      url: text(value, "url"),
      status: typeof status === "number" ? status : undefined,
      sent: memberAt(value, "sent"),
      received: memberAt(value, "received"),
      findings: Array.isArray(findings) ? findings.filter(isObject).map(parsedFinding) : [],
      error: typeof message === "string" ? message : undefined,
    },
  ];
}

function parsedFinding(value: unknown): Finding {
  const severity = memberAt(value, "severity");
  const known = severity === "error" || severity === "warning" ? severity : "hint";
  return { code: text(value, "code"), severity: known, message: text(value, "message"), advice: text(value, "advice") };
}

function text(value: unknown, name: string): string {
  const member = memberAt(value, name);
  return typeof member === "string" ? member : "";
}
