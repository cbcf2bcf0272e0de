// Writes nodes as JSON text, changing nothing but the white space.

// Deeper lines are not indented further, because the text would grow with the square of its depth.
const DEEPEST_INDENT = 40;

function* writingJson(root, indent) {
  let out = [];
  const written = [];
  const open = [];
  let node = root;
  let count = 0;
  const newLine = () => indent && out.push("\n", indent.repeat(Math.min(open.length, DEEPEST_INDENT)));
  for (;;) {
    count += 1;
    if (count % 512 === 0) {
      written.push(out.join(""));
      out = [];
      yield;
    }
    const children = node.type === "object" ? node.members : node.type === "array" ? node.items : undefined;
    if (!children) out.push(rawOf(node));
    else if (children.length === 0) out.push(node.type === "object" ? "{}" : "[]");
    else {
      out.push(node.type === "object" ? "{" : "[");
      open.push({ node, children, next: 0 });
    }
    let top = open[open.length - 1];
    while (top && top.next === top.children.length) {
      open.pop();
      newLine();
      out.push(top.node.type === "object" ? "}" : "]");
      top = open[open.length - 1];
    }
    if (!top) break;
    if (top.next > 0) out.push(",");
    newLine();
    const child = top.children[top.next];
    top.next += 1;
    if (top.node.type === "object") {
      out.push(child.value.source.slice(child.start, endOfString(child.value.source, child.start)), indent ? ": " : ":");
      node = child.value;
    } else {
      node = child;
    }
  }
  yield;
  return written.join("") + out.join("");
}

function prettyJson(node) {
  return finish(writingJson(node, "  "));
}

function compactJson(node) {
  return finish(writingJson(node, ""));
}

// A path is a list of keys and indexes; a pointer is its RFC 6901 text.
function pointerOf(path) {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function pathOf(pointer) {
  return pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function childAt(node, step) {
  return node?.type === "array" ? node.items[step] : valueOf(node, String(step));
}

function nodeAt(root, path) {
  return path.reduce(childAt, root);
}
