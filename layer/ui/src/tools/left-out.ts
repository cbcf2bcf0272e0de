// The tools that the explorer excluded from the list: their number, and on a click their names and the reasons.

import { element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { byId } from "../dom/page";
import { fillPaged } from "../dom/paged";
import { type PlainObject, asText, isObject, memberAt } from "../json/plain";
import { clientHeader } from "../protocol/client";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH } from "../settings";
import { printable } from "../text/printable";
import { counted } from "../text/units";

// `isCurrent` returns whether the list that belongs to this response is still shown. An absent `excludedTools` means
// none.
export async function showLeftOut(isCurrent: () => boolean): Promise<void> {
  const server = await fetchText(`${ROOT_PATH}/server`, { headers: clientHeader() })
    .then((text): unknown => JSON.parse(text))
    .catch(() => undefined);
  if (!isCurrent()) return;
  const excluded = memberAt(server, "excludedTools");
  const tools = Array.isArray(excluded) ? excluded.filter(isObject) : [];
  byId("left-out").replaceChildren(...(tools.length > 0 ? [leftOutView(tools)] : []));
}

function leftOutView(tools: readonly PlainObject[]): HTMLElement {
  const row = ({ name, index, reason }: PlainObject) => {
    const label = typeof name === "string" ? element("code", nameNode(name)) : `tool number ${Number(index) + 1}`;
    return element("li", label, element("div.hint", printable(asText(reason ?? ""), 500)));
  };
  return lazyDetails(`${counted(tools.length, "tool was", "tools were")} left out`, () => {
    const list = element("ul.app-notes");
    const more = fillPaged(list, tools.length, (index) => row(tools[index]!));
    return element("div", { tabindex: 0, role: "region", "aria-label": "Tools that were left out" }, list, more);
  });
}
