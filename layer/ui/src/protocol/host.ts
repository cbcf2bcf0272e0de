// The endpoints that the program around the explorer answers itself, beside the explorer.

import { signal } from "@preact/signals";
import { ROOT_PATH, settings } from "../settings";

export type HostEndpoint =
  "console" | "restart" | "doctor" | "mcp" | "mcp/2026-07-28" | "authorization" | "start" | "tests" | "servers";

/** The process for requests in the newest revision, beside the one that the page shares with agents. */
export interface SecondProcess {
  readonly state: string;
  /** Why it is down, as a sentence. */
  readonly reason: string;
}

/** Undefined until the shared process is ready, and if no second one can be started beside it. */
export const secondProcess = signal<SecondProcess | undefined>(undefined);

export function hasHostEndpoint(name: HostEndpoint): boolean {
  return settings.hostEndpoints.includes(name);
}

/** Returns whether a person can sign in at the authorization server of the MCP server. */
export function offersSignIn(): boolean {
  return settings.signsIn || hasHostEndpoint("authorization");
}

export function hostPath(name: HostEndpoint): string {
  return ROOT_PATH.slice(0, ROOT_PATH.lastIndexOf("/") + 1) + name;
}
