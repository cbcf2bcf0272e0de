// Fills a long list page by page, one page per click. `make` returns the node of the entry at an index.
function fillPaged(list, count, make, size = 100) {
  const more = button("", () => addPage(list.childElementCount), "small");
  const addPage = (start) => {
    const end = Math.min(start + size, count);
    for (let index = start; index < end; index += 1) list.append(make(index));
    more.textContent = `Show more (${(count - end).toLocaleString("en")} left)`;
    more.hidden = end === count;
  };
  addPage(0);
  return more;
}
