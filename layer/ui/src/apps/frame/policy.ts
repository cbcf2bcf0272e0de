// The policies of the page and of the server for frames of apps.

import type { AppPolicy, PolicyFinding } from "../model/policy";
import { fetchText } from "../../protocol/requests";
import { ROOT_PATH, settings } from "../../settings";

let isRestricted = false;

/**
 * Restricts frames to the sandbox document: an app that navigated to another page of this origin would keep the sandbox
 * attribute but lose its policy. The server cannot set this in a header, because it does not know its path behind a
 * proxy.
 */
export function restrictFrames(): void {
  if (isRestricted) return;
  isRestricted = true;
  // These characters would end the source expression or the directive.
  const path = `${ROOT_PATH}/sandbox`.replace(/[,;]/g, encodeURIComponent);
  const sources = [location.origin, settings.apps.sandboxOrigin].filter(Boolean).map((origin) => origin + path);
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `frame-src ${sources.join(" ")}`;
  document.head.append(policy);
}

/**
 * The directives that an embedder can require (CSP Embedded Enforcement, section 3.1). Browsers also require them of
 * nested frames, so they are omitted for apps that declare pages of other sites.
 */
export function embeddedPolicy(policy: string): string | undefined {
  if (!policy.includes("frame-src 'none'")) return undefined;
  const directives = policy.split("; ").filter((directive) => !/^(sandbox|frame-ancestors) /.test(directive));
  return directives.join("; ");
}

/** The policy that the server derives from an app's declarations, and the query of the sandbox document that has it. */
export interface DerivedPolicy {
  readonly policy: string;
  readonly query: string;
  readonly approved: AppPolicy["approved"];
  readonly rejected: readonly PolicyFinding[];
  readonly warnings?: readonly PolicyFinding[];
}

export async function fetchPolicy(csp: unknown, relaxed: boolean, signal: AbortSignal): Promise<DerivedPolicy> {
  const body = JSON.stringify({ csp, origin: location.origin, relaxed });
  const text = await fetchText(`${ROOT_PATH}/sandbox/policy`, { method: "POST", body, signal });
  return JSON.parse(text) as DerivedPolicy;
}
