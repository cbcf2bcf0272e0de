/** The lists of domains that an app declares, with the directives of the policy that they become. */
export const POLICY_LISTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["connectDomains", ["connect-src"]],
  ["resourceDomains", ["script-src", "style-src", "img-src", "font-src", "media-src"]],
  ["frameDomains", ["frame-src"]],
  ["baseUriDomains", ["base-uri"]],
]);

// The sources that the relaxed policy allows in addition, with the directives.
const RELAXED: Readonly<Record<string, RegExp>> = {
  blob: /^(script|img|media|worker)-src/,
  data: /^(script|font)-src/,
};

/** Advises the app's author on a violation. */
export function remedy(directive: string, blocked: string): string {
  const origin = URL.canParse(blocked) ? new URL(blocked).origin : "null";
  if (blocked === "eval" || blocked === "wasm-eval") {
    return "No host that follows the specification allows eval. The official library tests for it once and does without; that test is not counted.";
  }
  if (blocked === "blob" || blocked === "data") {
    return RELAXED[blocked]?.test(directive) === true
      ? "The specification does not allow it; the relaxed policy above does."
      : "The specification does not allow it, and neither does the relaxed policy.";
  }
  if (origin === "null") return "";
  const [list] = [...POLICY_LISTS].find(([, directives]) => directives.some((one) => directive.startsWith(one))) ?? [];
  return list === undefined ? "" : `To allow it, declare ${origin} in _meta.ui.csp.${list} of the resource.`;
}
