// Changes one part of a JSON text and leaves every other character as it was. Each function takes nodes read from the
// text and returns the new text.

function replaceRange(source, start, end, replacement) {
  return source.slice(0, start) + replacement + source.slice(end);
}

function replaceValue(node, raw) {
  return replaceRange(node.source, node.start, node.end, indentedLike(node, raw));
}

function addMember(object, key, raw) {
  return addChild(object, object.members, `${JSON.stringify(key)}: `, raw);
}

function addItem(array, raw) {
  return addChild(array, array.items, "", raw);
}

function addChild(parent, children, label, raw) {
  const { source } = parent;
  if (children.length === 0) {
    const outer = indentAt(source, parent.start);
    const inner = `${outer}  `;
    const body = `\n${inner}${label}${raw.replaceAll("\n", `\n${inner}`)}\n${outer}`;
    return replaceRange(source, parent.start + 1, parent.end - 1, body);
  }
  const last = spanOf(children.at(-1));
  const gap = spaceBefore(source, last.start);
  const step = gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n")) : "\n";
  return replaceRange(source, last.end, last.end, `,${gap || " "}${label}${raw.replaceAll("\n", step)}`);
}

// Removes the child together with one of the adjacent commas.
function removeChild(parent, index) {
  const { source } = parent;
  const spans = (parent.members ?? parent.items).map(spanOf);
  const start = index > 0 ? spans[index - 1].end : parent.start + 1;
  if (index < spans.length - 1) {
    const keepFrom = index > 0 ? spans[index].end : spans[1].start - spaceBefore(source, spans[1].start).length;
    return replaceRange(source, start, keepFrom, "");
  }
  return replaceRange(source, start, index > 0 ? spans[index].end : parent.end - 1, "");
}

function swapItems(array, first, second) {
  const [a, b] = [array.items[Math.min(first, second)], array.items[Math.max(first, second)]];
  return array.source.slice(0, a.start) + rawOf(b) + array.source.slice(a.end, b.start) + rawOf(a) + array.source.slice(b.end);
}

function renameMember(object, index, key) {
  const { start, value } = object.members[index];
  return replaceRange(value.source, start, endOfString(value.source, start), JSON.stringify(key));
}

function spanOf(child) {
  return child.value ? { start: child.start, end: child.value.end } : child;
}

function spaceBefore(source, offset) {
  let start = offset;
  while (start > 0 && /\s/.test(source[start - 1])) start -= 1;
  return source.slice(start, offset);
}

function indentAt(source, offset) {
  const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
  return line.match(/^[ \t]*/)[0];
}

function indentedLike(node, raw) {
  return raw.replaceAll("\n", `\n${indentAt(node.source, node.start)}`);
}
