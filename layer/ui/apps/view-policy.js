// The domains that an app declared, the resulting policy, and the violations that the browser reported.
const POLICY_LISTS = {
  connectDomains: ["connect-src"],
  resourceDomains: ["script-src", "style-src", "img-src", "font-src", "media-src"],
  frameDomains: ["frame-src"],
  baseUriDomains: ["base-uri"],
};

function appPolicyView(run) {
  const { policy } = run;
  return element(
    "div.app-part",
    verdictTable(run),
    element("div", element("h4", "Violations"), violationList(policy.violations)),
    policy.text && element("div", element("h4", "Policy in force"), textViewer(policy.text.split(/;\s*/).filter(Boolean).join(";\n"), { label: regionLabel(run, "Policy in force"), filename: "policy.txt" })),
  );
}

function verdictTable(run) {
  const { approved, rejected } = run.policy;
  const allowed = Object.keys(POLICY_LISTS).flatMap((list) => (approved[list] ?? []).map((value) => ({ list, value })));
  const refused = rejected.map(({ directive, value, reason }) => ({ list: directive, value, reason }));
  if (allowed.length + refused.length === 0) return element("p.hint", "The app declares no domains: it has no network and loads nothing from other origins.");
  const row = ({ list, value, reason }) =>
    element(
      "tr",
      element("td", element("code", nameNode(list || "csp")), element("div.hint", POLICY_LISTS[list]?.join(" "))),
      element("td", element("code", nameNode(value))),
      element("td", reason === undefined ? element("span.success", "allowed") : [element("span.failed", "refused"), element("div.hint", printable(reason, 300))]),
    );
  const head = element("tr", ["Declared as", "Domain", "Verdict"].map((name) => element("th", { scope: "col" }, name)));
  return element("div.table-scroll", { tabindex: 0, role: "region", "aria-label": regionLabel(run, "Verdict for each declared domain") }, element("table", element("thead", head), element("tbody", [...refused, ...allowed].map(row))));
}

function violationList(violations) {
  if (violations.length === 0) return element("p.hint", "No violations.");
  const alike = Map.groupBy(violations, ({ directive, blocked }) => `${directive} ${blocked}`);
  return element("ul.app-notes", [...alike.values()].map((some) => violationRow(some[0], some.length)));
}

function violationRow({ directive, blocked, sample, line }, times) {
  const facts = [line && `line ${line}`, times > 1 && `${times} times`].filter(Boolean).join(", ");
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

// Advises the app's author on a violation.
function remedy(directive, blocked) {
  const origin = URL.canParse(blocked) && new URL(blocked).origin;
  if (blocked === "eval" || blocked === "wasm-eval") return "No host that follows the specification allows eval. Libraries often test for it but do without.";
  if (blocked === "blob" || blocked === "data") return "The specification does not allow it; the relaxed policy above does.";
  if (!origin || origin === "null") return "";
  const list = Object.keys(POLICY_LISTS).find((name) => POLICY_LISTS[name].some((one) => directive.startsWith(one)));
  return list ? `To allow it, declare ${origin} in _meta.ui.csp.${list} of the resource.` : "";
}
