// The facts about the server that have few words: the revision of MCP, the number of tools, and the capabilities.

import { totalWeight } from "../clients/total";
import { type Child, element, nameNode } from "../dom/element";
import type { PlainObject } from "../json/plain";
import { printable } from "../text/printable";
import { formatNumber } from "../text/units";
import { OFFER_WORDS, offerCatalog } from "../tools/offer-catalog";
import type { OfferKind } from "../protocol/offers";
import { catalog } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { isDestructive, isReadOnly } from "../tools/hints";
import { type Capability, capabilityList } from "./capabilities";
import { server } from "../protocol/server";

const SHOWN_VERSIONS = 10;
const SHOWN_CAPABILITIES = 50;

export function factList(): HTMLElement | undefined {
  const { protocolVersion, supportedVersions = [], capabilities } = server.value ?? {};
  const others = supportedVersions.filter((version) => version !== protocolVersion).slice(0, SHOWN_VERSIONS);
  const rows = [
    protocolVersion !== undefined &&
      row(
        "MCP revision",
        printable(protocolVersion, 40),
        others.length > 0 && element("p.hint.home-versions", "Also: ", others.map(version)),
      ),
    catalog.value.tools.length > 0 && row("Tools", toolCounts()),
    catalog.value.tools.length > 0 && row("Weight for a model", totalWeight(catalog.value.listing)),
    ...offerCounts().map(([title, count]) => row(title, formatNumber(count))),
    capabilities !== undefined && row("Capabilities", capabilityRows(capabilities)),
  ].filter((one) => one !== false);
  return rows.length > 0 ? element("dl.home-facts-list", rows) : undefined;
}

function row(term: string, ...detail: readonly Child[]): HTMLElement {
  return element("div", element("dt", term), element("dd", detail));
}

function version(date: string): HTMLElement {
  return element("span", printable(date, 40));
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

function offerCounts(): (readonly [title: string, count: number])[] {
  const { offers = [] } = offerCatalog.value ?? {};
  return Object.entries(OFFER_WORDS)
    .map(([kind, { title }]) => [title, offers.filter((offer) => offer.kind === (kind as OfferKind)).length] as const)
    .filter(([, count]) => count > 0);
}

function capabilityRows(capabilities: PlainObject): HTMLElement {
  const all = capabilityList(capabilities);
  if (all.length === 0) return element("span.hint", "None");
  const more = all.length - SHOWN_CAPABILITIES;
  return element(
    "ul.home-capabilities",
    all.slice(0, SHOWN_CAPABILITIES).map(capabilityRow),
    more > 0 && element("li.hint", `${formatNumber(more)} more`),
  );
}

function capabilityRow({ words, name, rest }: Capability): HTMLElement {
  return element(
    "li",
    words,
    name !== undefined && [" ", element("code", nameNode(name, 100))],
    rest !== undefined && [" ", element("code.hint", printable(rest, Infinity))],
  );
}
