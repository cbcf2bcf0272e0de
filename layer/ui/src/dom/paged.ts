import { formatNumber } from "../text/units";
import { button } from "./element";

// Fills a long list page by page, one page per click. `make` returns the node of the entry at an index.
export function fillPaged(list: Element, count: number, make: (index: number) => Node, size = 100): HTMLButtonElement {
  const more = button("", () => addPage(list.childElementCount), "small");
  const addPage = (start: number) => {
    const end = Math.min(start + size, count);
    for (let index = start; index < end; index += 1) list.append(make(index));
    more.textContent = `Show more (${formatNumber(count - end)} left)`;
    more.hidden = end === count;
  };
  addPage(0);
  return more;
}
