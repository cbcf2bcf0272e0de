// A JSON value as a tree, whose branches are built when they are opened.
const LONGEST_LEAF = 2000;

function jsonTree(node) {
  return element("ul.tree", treeRow(undefined, node, true));
}

function treeRow(key, node, open = false) {
  const name = key === undefined ? [] : [element("span.key", nameNode(key)), ": "];
  const children = node.members ?? node.items ?? [];
  if (children.length === 0) return element("li", name, element("code", { class: `json-${node.type}` }, clipped(rawOf(node), LONGEST_LEAF)));
  const size = node.items ? `[${counted(children.length, "item")}]` : `{${counted(children.length, "key")}}`;
  const details = unfolding([...name, element("span.hint", size)], () => branch(children));
  details.open = open;
  return element("li", details);
}

function branch(children) {
  const list = element("ul");
  const more = fillPaged(list, children.length, (index) => {
    const child = children[index];
    return child.value ? treeRow(child.key, child.value) : treeRow(String(index), child);
  });
  return element("div", list, more);
}
