// The domains that an app declared, the resulting policy, and the violations that the browser reported.

import { element, nameNode } from "../../dom/element";
import type { HostedApp } from "../model/hosted-app";
import type { AppPolicy, PolicyViolation } from "../model/policy";
import { regionLabel } from "../model/region-label";
import { printable } from "../../text/printable";
import { textViewer } from "../../viewer/text-viewer";
import { POLICY_LISTS, remedy } from "./remedy";

export function appPolicyView(app: HostedApp): HTMLElement {
  const { policy } = app;
  const violations = element("div", element("h4", "Violations"), violationList(policy.violations));
  return element("div.app-part", verdictTable(app), violations, policy.text !== "" && policyInForce(app));
}

function policyInForce(app: HostedApp): HTMLElement {
  const lines = app.policy.text.split(/;\s*/).filter(Boolean).join(";\n");
  const viewer = textViewer(lines, { label: regionLabel(app, "Policy in force"), filename: "policy.txt" });
  return element("div", element("h4", "Policy in force"), viewer);
}

// A domain that the app declared; refused if there is a reason.
interface Verdict {
  readonly list: string;
  readonly value: string;
  readonly reason?: string;
}

function verdictTable(app: HostedApp): HTMLElement {
  const verdicts = verdictsOf(app.policy);
  if (verdicts.length === 0) {
    return element("p.hint", "The app declares no domains, so it cannot reach the network.");
  }
  const titles = ["Declared as", "Domain", "Verdict"].map((name) => element("th", { scope: "col" }, name));
  const head = element("thead", element("tr", titles));
  const label = regionLabel(app, "Decision on each declared domain");
  const table = element("table", head, element("tbody", verdicts.map(verdictRow)));
  return element("div.table-scroll", { tabindex: 0, role: "region", "aria-label": label }, table);
}

function verdictsOf({ approved, rejected }: AppPolicy): Verdict[] {
  const refused = rejected.map(({ directive, value, reason }) => ({ list: directive, value, reason }));
  const allowed = [...POLICY_LISTS.keys()].flatMap((list) => (approved[list] ?? []).map((value) => ({ list, value })));
  return [...refused, ...allowed];
}

function verdictRow({ list, value, reason }: Verdict): HTMLElement {
  const directives = element("div.hint", POLICY_LISTS.get(list)?.join(" "));
  const verdict =
    reason === undefined
      ? element("span.success", "allowed")
      : [element("span.failed", "refused"), element("div.hint", printable(reason, 300))];
  return element(
    "tr",
    element("td", element("code", nameNode(list || "csp")), directives),
    element("td", element("code", nameNode(value))),
    element("td", verdict),
  );
}

function violationList(violations: readonly PolicyViolation[]): HTMLElement {
  if (violations.length === 0) return element("p.hint", "No violations.");
  const alike = Map.groupBy(violations, ({ directive, blocked }) => `${directive} ${blocked}`);
  return element("ul.app-notes", [...alike.values()].map(violationRow));
}

// A row for violations with the same directive and source.
function violationRow(violations: readonly PolicyViolation[]): HTMLElement | undefined {
  const [first] = violations;
  if (!first) return undefined;
  const { directive, blocked, sample, line } = first;
  const times = violations.length;
  const facts = [line > 0 && `line ${line}`, times > 1 && `${times} times`].filter(Boolean).join(", ");
  return element(
    "li",
    element("code.failed", nameNode(directive, 60)),
    " blocked ",
    element("code", nameNode(blocked || "inline", 300)),
    facts && element("span.hint", ` (${facts})`),
    sample && element("div", element("code.hint", nameNode(sample, 200))),
    element("div.hint", remedy(directive, blocked)),
  );
}
