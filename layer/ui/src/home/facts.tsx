// The facts about the server that have few words: the revision of MCP, the kinds of tools, and the capabilities. The
// numbers of what it offers stand above the list.

import type { ComponentChildren, VNode } from "preact";
import { Name } from "../dom/name";
import type { PlainObject } from "../json/plain";
import { server } from "../protocol/server";
import { printable } from "../text/printable";
import { formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { isDestructive, isReadOnly } from "../tools/hints";
import { type Capability, capabilityList } from "./capabilities";

// The other revisions that are shown. Further ones are left out.
const SHOWN_VERSIONS = 10;
// The capabilities that are shown. Further ones are counted.
const SHOWN_CAPABILITIES = 50;

/** Returns whether anything is known that the list of facts would show. */
export function hasFacts(): boolean {
  const { protocolVersion, capabilities } = server.value ?? {};
  const isKnown = protocolVersion !== undefined || capabilities !== undefined;
  return isKnown || catalog.value.tools.length > 0;
}

export function FactList(): VNode {
  const { protocolVersion, supportedVersions = [], capabilities } = server.value ?? {};
  const others = supportedVersions.filter((version) => version !== protocolVersion).slice(0, SHOWN_VERSIONS);
  return (
    <dl class="home-facts-list">
      {protocolVersion !== undefined && (
        <Fact term="MCP revision">
          {printable(protocolVersion, 40)}
          {others.length > 0 && (
            <p class="hint home-versions">
              {"Also: "}
              {others.map((date, index) => (
                <span key={index}>{printable(date, 40)}</span>
              ))}
            </p>
          )}
        </Fact>
      )}
      {catalog.value.tools.length > 0 && <Fact term="Tools">{toolCounts()}</Fact>}
      {capabilities !== undefined && (
        <Fact term="Capabilities">
          <Capabilities capabilities={capabilities} />
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  readonly term: string;
  readonly children: ComponentChildren;
}

function Fact({ term, children }: FactProps): VNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function toolCounts(): string {
  const { tools } = catalog.value;
  const kinds = [
    [tools.filter(({ annotations }) => isReadOnly(annotations)).length, "read-only"],
    [tools.filter(({ annotations }) => isDestructive(annotations)).length, "destructive"],
    [tools.filter((tool) => declaredApp(tool) !== undefined).length, "with an app"],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, kind]) => `${formatNumber(count)} ${kind}`);
  return formatNumber(tools.length) + (parts.length > 0 ? `, of which ${parts.join(", ")}` : "");
}

function Capabilities({ capabilities }: { readonly capabilities: PlainObject }): VNode {
  const all = capabilityList(capabilities);
  if (all.length === 0) return <span class="hint">None</span>;
  const more = all.length - SHOWN_CAPABILITIES;
  return (
    <ul class="home-capabilities">
      {all.slice(0, SHOWN_CAPABILITIES).map((capability, index) => (
        <CapabilityRow key={index} {...capability} />
      ))}
      {more > 0 && <li class="hint">{`${formatNumber(more)} more`}</li>}
    </ul>
  );
}

function CapabilityRow({ words, name, rest }: Capability): VNode {
  return (
    <li>
      {words}
      {name !== undefined && (
        <>
          {" "}
          <code>
            <Name text={name} limit={100} />
          </code>
        </>
      )}
      {rest !== undefined && (
        <>
          {" "}
          <code class="hint">{printable(rest, Infinity)}</code>
        </>
      )}
    </li>
  );
}
