// A JSON value as a tree. Branches are built when they are opened.
const LONGEST_LEAF = 2000;
const OPEN_BRANCHES = 3;
const SHORT_BRANCH = 12;

function jsonTree(node) {
  return element("ul.tree", treeRow(undefined, node, 0));
}

function treeRow(key, node, level) {
  const name = key === undefined ? [] : [element("span.key", nameNode(key)), ": "];
  const children = node.members ?? node.items ?? [];
  if (children.length === 0) return element("li", name, element("code", { class: `json-${node.type}` }, clipped(rawOf(node), LONGEST_LEAF)));
  const size = node.items ? `[${counted(children.length, "item")}]` : `{${counted(children.length, "key")}}`;
  const details = lazyDetails([...name, element("span.hint", size)], () => branch(children, level + 1));
  details.open = level === 0 || (level < OPEN_BRANCHES && children.length <= SHORT_BRANCH);
  return element("li", details);
}

function branch(children, level) {
  const list = element("ul");
  const more = fillPaged(list, children.length, (index) => {
    const child = children[index];
    return child.value ? treeRow(child.key, child.value, level) : treeRow(String(index), child, level);
  });
  return element("div", list, more);
}
