// The endpoints that the program around the explorer answers itself, beside the explorer.

import { ROOT_PATH, settings } from "../settings";

export type HostEndpoint = "console" | "restart" | "doctor" | "mcp" | "start";

export function hasHostEndpoint(name: HostEndpoint): boolean {
  return settings.hostEndpoints.includes(name);
}

export function hostPath(name: HostEndpoint): string {
  return ROOT_PATH.slice(0, ROOT_PATH.lastIndexOf("/") + 1) + name;
}
