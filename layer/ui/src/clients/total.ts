import { button, element } from "../dom/element";
import { MOST_OFFERS } from "../protocol/offers";
import { fetchDefinitions } from "../protocol/tools";
import { messageOf } from "../text/error";
import { counted, formatNumber } from "../text/units";
import { isVisibleTo } from "../tools/declared-app";
import { ESTIMATE, aboutTokens, weightOf } from "./weight";

const PATIENCE_MS = 60000;

interface Total {
  // The number of the list that was weighed.
  readonly listing: number;
  readonly characters: number;
  // Set if there may be more tools than were weighed.
  readonly isCut: boolean;
}

let known: Total | undefined;

// The weight of all tools together. It is found on request, because the page knows the schemas of opened tools only.
export function totalWeight(listing: number): HTMLElement {
  const view = element("div", { role: "status", tabindex: -1 });
  const show = (...content: Parameters<typeof element>[1][]) => view.replaceChildren(element("span", ...content));
  const showTotal = ({ characters, isCut }: Total) => {
    const limit = isCut && `The first ${formatNumber(MOST_OFFERS)} tools: `;
    const size = element("span.hint", counted(characters, "character"));
    show(limit, element("span", { title: ESTIMATE }, aboutTokens(characters)), " ", size);
  };
  const weigh = async () => {
    show("Weighing…");
    view.focus();
    try {
      showTotal((known = await weighed(listing)));
    } catch (problem) {
      show(element("span.failure", `Not weighed. ${messageOf(problem)}`), " ", trigger);
    }
  };
  const trigger = button("Weigh all tools", weigh, "small");
  if (known?.listing === listing) showTotal(known);
  else show(trigger);
  return view;
}

// Requests the whole list of tools. Those that are for apps alone are not given to models.
async function weighed(listing: number): Promise<Total> {
  const definitions = await fetchDefinitions(AbortSignal.timeout(PATIENCE_MS));
  const forModels = definitions.filter((tool) => isVisibleTo(tool, "model"));
  const characters = forModels.reduce((sum, tool) => sum + weightOf(tool), 0);
  return { listing, characters, isCut: definitions.length === MOST_OFFERS };
}
