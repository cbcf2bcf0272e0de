import { copyButton } from "../dom/copy";
import { button, element, nameNode } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { fillPaged } from "../dom/paged";
import { type JsonNode, itemsOf, membersOf, stringOf } from "../json/node";
import { type Path, accessorOf } from "../json/path";
import { writingJson } from "../json/write";
import { finishInSlices } from "../scheduling/slices";
import { counted } from "../text/units";
import { scalarNode } from "./scalar";

// A JSON value as a tree. Branches are built when they are opened.
const OPEN_BRANCHES = 3;
const SHORT_BRANCH = 12;
const LONGEST_STRING = 2000;

export function jsonTree(node: JsonNode): HTMLElement {
  const tree = new Tree();
  return element("ul.tree", tree.row(undefined, node, []));
}

class Tree {
  // The buttons of the row that has the pointer or the focus, moved from row to row: buttons in every row would multiply the
  // nodes of a large tree.
  private readonly actions = element("span.row-actions");

  row(key: string | undefined, node: JsonNode, path: Path): HTMLElement {
    const length = itemsOf(node).length + membersOf(node).length;
    if (length === 0) {
      // The name is a button, so that the keyboard reaches the actions of the row.
      const name =
        key !== undefined &&
        element(
          "span",
          button(nameNode(key), () => undefined, "key plain"),
          ": ",
        );
      const line = element("div.row", name, scalarNode(node, LONGEST_STRING));
      return element("li", this.withActions(line, line, node, path));
    }
    const name = key === undefined ? [] : [element("span.key", nameNode(key)), ": "];
    const size = node.type === "array" ? `[${counted(length, "item")}]` : `{${counted(length, "key")}}`;
    const details = lazyDetails([...name, element("span.hint", size)], () => this.branch(node, path));
    details.open = path.length === 0 || (path.length < OPEN_BRANCHES && length <= SHORT_BRANCH);
    const summary = details.firstElementChild!;
    return element("li", this.withActions(element("div.row", details), summary, node, path));
  }

  private branch(node: JsonNode, path: Path): HTMLElement {
    const row = (index: number) => {
      const member = membersOf(node)[index];
      const step = member?.key ?? index;
      return this.row(String(step), member?.value ?? itemsOf(node)[index]!, [...path, step]);
    };
    const list = element("ul");
    const more = fillPaged(list, itemsOf(node).length + membersOf(node).length, row);
    return element("div", list, more);
  }

  // Shows the actions at the end of a row while the pointer or the focus is on its line.
  private withActions(row: HTMLElement, line: Element, node: JsonNode, path: Path): HTMLElement {
    const show = () => {
      if (this.actions.parentElement === row) return;
      const value = () => stringOf(node) ?? finishInSlices(writingJson(node, "  "));
      this.actions.replaceChildren(
        ...(path.length > 0 ? [copyButton(() => accessorOf(path), "Copy path")] : []),
        copyButton(value, "Copy value"),
      );
      row.append(this.actions);
    };
    line.addEventListener("pointerenter", show);
    line.addEventListener("focusin", show);
    return row;
  }
}
