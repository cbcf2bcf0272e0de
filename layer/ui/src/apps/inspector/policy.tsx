// The domains that an app declared, the resulting policy, and the violations that the browser reported.

import type { VNode } from "preact";
import { Name } from "../../dom/name";
import { printable } from "../../text/printable";
import { TextViewer } from "../../viewer/text-viewer";
import type { HostedApp } from "../model/hosted-app";
import type { AppPolicy, PolicyViolation } from "../model/policy";
import { regionLabel } from "../model/region-label";
import { POLICY_LISTS, remedy } from "../model/remedy";

interface AppProps {
  readonly app: HostedApp;
}

export function AppPolicyView({ app }: AppProps): VNode {
  app.useChanges();
  const { text, violations } = app.policy;
  const lines = text.split(/;\s*/).filter(Boolean).join(";\n");
  return (
    <div class="app-part">
      <Verdicts app={app} />
      <div>
        <h4>Violations</h4>
        <ViolationList violations={violations} />
      </div>
      {text !== "" && (
        <div>
          <h4>Policy in force</h4>
          <TextViewer key={lines} text={lines} label={regionLabel(app, "Policy in force")} filename="policy.txt" />
        </div>
      )}
    </div>
  );
}

/** A domain that the app declared; refused if there is a reason. */
interface Verdict {
  readonly list: string;
  readonly value: string;
  readonly reason?: string;
}

function verdictsOf({ approved, rejected }: AppPolicy): Verdict[] {
  const refused = rejected.map(({ directive, value, reason }) => ({ list: directive, value, reason }));
  const allowed = [...POLICY_LISTS.keys()].flatMap((list) => (approved[list] ?? []).map((value) => ({ list, value })));
  return [...refused, ...allowed];
}

function Verdicts({ app }: AppProps): VNode {
  const verdicts = verdictsOf(app.policy);
  if (verdicts.length === 0) {
    return <p class="hint">The app declares no domains, so it cannot reach the network.</p>;
  }
  return (
    <div
      class="table-scroll"
      tabIndex={0}
      role="region"
      aria-label={regionLabel(app, "Decision on each declared domain")}
    >
      <table>
        <thead>
          <tr>
            {["Declared as", "Domain", "Verdict"].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {verdicts.map((verdict, index) => (
            <VerdictRow key={index} {...verdict} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function VerdictRow({ list, value, reason }: Verdict): VNode {
  return (
    <tr>
      <td>
        <code>
          <Name text={list || "csp"} />
        </code>
        <div class="hint">{POLICY_LISTS.get(list)?.join(" ")}</div>
      </td>
      <td>
        <code>
          <Name text={value} />
        </code>
      </td>
      <td>
        {reason === undefined ? (
          <span class="success">allowed</span>
        ) : (
          <>
            <span class="failed">refused</span>
            <div class="hint">{printable(reason, 300)}</div>
          </>
        )}
      </td>
    </tr>
  );
}

function ViolationList({ violations }: { readonly violations: readonly PolicyViolation[] }): VNode {
  if (violations.length === 0) return <p class="hint">No violations.</p>;
  const alike = Map.groupBy(violations, ({ directive, blocked }) => `${directive} ${blocked}`);
  return (
    <ul class="app-notes">
      {[...alike].map(([key, [first, ...others]]) => (
        <ViolationRow key={key} first={first!} times={1 + others.length} />
      ))}
    </ul>
  );
}

interface ViolationRowProps {
  readonly first: PolicyViolation;
  /** The number of violations with the same directive and source. */
  readonly times: number;
}

function ViolationRow({ first: { directive, blocked, sample, line }, times }: ViolationRowProps): VNode {
  const facts = [line > 0 && `line ${line}`, times > 1 && `${times} times`].filter(Boolean).join(", ");
  return (
    <li>
      <code class="failed">
        <Name text={directive} limit={60} />
      </code>
      {" blocked "}
      <code>
        <Name text={blocked || "inline"} limit={300} />
      </code>
      {facts && <span class="hint">{` (${facts})`}</span>}
      {sample && (
        <div>
          <code class="hint">
            <Name text={sample} limit={200} />
          </code>
        </div>
      )}
      <div class="hint">{remedy(directive, blocked)}</div>
    </li>
  );
}
