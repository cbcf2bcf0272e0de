// A JSON value as a tree, whose branches are built when they are opened.
const BRANCH_PAGE = 100;
const LONGEST_LEAF = 2000;

function jsonTree(node) {
  return element("ul", { class: "tree", "aria-label": "Structured content" }, treeRow(undefined, node, true));
}

function treeRow(key, node, open = false) {
  const name = key !== undefined && [element("bdi", { class: "key" }, spelled(key, 200)), ": "];
  const children = node.members ?? node.items;
  if (!children || children.length === 0) {
    return element("li", {}, name, element("code", { class: `json-${node.type}` }, clipped(rawOf(node), LONGEST_LEAF)));
  }
  const size = node.items ? `[${counted(children.length, "item")}]` : `{${counted(children.length, "key")}}`;
  const details = element("details", {}, element("summary", {}, name, element("span", { class: "hint" }, size)));
  details.addEventListener("toggle", () => details.lastElementChild.tagName === "UL" || details.append(branch(children)));
  details.open = open;
  return element("li", {}, details);
}

// Long branches come in pages, each at a click.
function branch(children) {
  const list = element("ul", {});
  const addPage = (start) => {
    const end = Math.min(start + BRANCH_PAGE, children.length);
    for (let index = start; index < end; index += 1) {
      const child = children[index];
      list.append(child.value ? treeRow(child.key, child.value) : treeRow(String(index), child));
    }
    if (end === children.length) return;
    const more = element("li", {}, button(`Show more (${counted(children.length - end, "entry", "entries")} left)`, () => {
      more.remove();
      addPage(end);
    }, { class: "small" }));
    list.append(more);
  };
  addPage(0);
  return list;
}
