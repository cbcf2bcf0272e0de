// The tools to begin with.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import { toolLink } from "../protocol/links";
import type { Tool } from "../protocol/tools";
import { catalog } from "../tools/catalog";
import { declaredApp, isVisibleTo } from "../tools/declared-app";
import { excerpt } from "../tools/filter";
import { isDestructive, isReadOnly } from "../tools/hints";

const SUGGESTED = 3;
// The first tool that somebody tries should not show secrets.
const REVEALING = /\b(env|environment|secrets?|passwords?|credentials?|tokens?)\b/i;

/** Returns tools that are worth a first look and do no harm, the best first. */
export function suggestedTools(): readonly Tool[] {
  const ranked = catalog.value.tools.flatMap((tool) => {
    const isRevealing = REVEALING.test(`${tool.name.replaceAll("_", " ")} ${aboutTool(tool)}`);
    const isMeant = isVisibleTo(tool, "model") && !isDestructive(tool["annotations"]) && !isRevealing;
    const hasApp = declaredApp(tool) !== undefined;
    const parts = [hasApp && 4, isReadOnly(tool["annotations"]) && 2, Boolean(tool["description"]) && 1];
    return isMeant ? [{ tool, rank: parts.reduce<number>((sum, part) => sum + Number(part), 0) }] : [];
  });
  return ranked
    .sort((one, other) => other.rank - one.rank)
    .slice(0, SUGGESTED)
    .map(({ tool }) => tool);
}

/** A card for each of them. */
export function Suggestions({ tools }: { readonly tools: readonly Tool[] }): VNode {
  return (
    <ul class="cards">
      {tools.map((tool) => (
        <li key={tool.name}>
          <a class="card" href={toolLink(tool.name)}>
            <span class="line">
              <strong class="mono">
                <Name text={tool.name} limit={60} />
              </strong>
              {declaredApp(tool) && <span class="badge app">app</span>}
            </span>
            <span class="hint">{aboutTool(tool)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function aboutTool({ title, description }: Tool): string {
  const texts = [description, title].filter((text) => typeof text === "string");
  return excerpt(texts.find((text) => text.trim() !== "") ?? "", []).text;
}
