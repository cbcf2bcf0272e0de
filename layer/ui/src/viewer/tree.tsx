import type { ComponentChildren, VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { LazyDetails } from "../dom/lazy-details";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type JsonNode, itemsOf, membersOf, stringOf } from "../json/node";
import { type Path, accessorOf } from "../json/path";
import { writingJson } from "../json/write";
import { finishInSlices } from "../scheduling/slices";
import { counted } from "../text/units";
import { Scalar } from "./scalar";

const OPEN_BRANCHES = 3;
const SHORT_BRANCH = 12;
// The characters that are shown of a value. A longer one is cut.
const LONGEST_STRING = 2000;

// The row that has the pointer or the focus. It alone has buttons: in every row, they would multiply the nodes of a large tree.
interface Current {
  leave: () => void;
}

/** A JSON value as a tree. Branches are drawn when they are opened. */
export function JsonTree({ node }: { readonly node: JsonNode }): VNode {
  const current = useRef<Current>({ leave: () => undefined }).current;
  return (
    <ul class="tree">
      <Row node={node} path={[]} current={current} />
    </ul>
  );
}

interface RowProps {
  readonly name?: string;
  readonly node: JsonNode;
  readonly path: Path;
  readonly current: Current;
}

function Row({ name, node, path, current }: RowProps): VNode {
  const [isCurrent, setCurrent] = useState(false);
  const enter = () => {
    if (isCurrent) return;
    current.leave();
    current.leave = () => setCurrent(false);
    setCurrent(true);
  };
  const on = { onPointerEnter: enter, onFocusIn: enter };
  const length = itemsOf(node).length + membersOf(node).length;
  const actions = isCurrent && <RowActions node={node} path={path} />;
  if (length === 0) {
    return (
      <li>
        <div class="row" {...on}>
          {name !== undefined && <LeafName name={name} />}
          <Scalar node={node} limit={LONGEST_STRING} />
          {actions}
        </div>
      </li>
    );
  }
  const summary = (
    <>
      {name !== undefined && <BranchName name={name} />}
      <span class="hint">{node.type === "array" ? `[${counted(length, "item")}]` : `{${counted(length, "key")}}`}</span>
    </>
  );
  const isOpen = path.length === 0 || (path.length < OPEN_BRANCHES && length <= SHORT_BRANCH);
  return (
    <li>
      <div class="row">
        <LazyDetails summary={summary} on={on} isOpen={isOpen}>
          {() => <Branch node={node} path={path} current={current} />}
        </LazyDetails>
        {actions}
      </div>
    </li>
  );
}

// A button, so that the keyboard reaches the actions of the row.
function LeafName({ name }: { readonly name: string }): VNode {
  return (
    <span>
      <button type="button" class="key plain">
        <Name text={name} />
      </button>
      {": "}
    </span>
  );
}

function BranchName({ name }: { readonly name: string }): ComponentChildren {
  return (
    <>
      <span class="key">
        <Name text={name} />
      </span>
      {": "}
    </>
  );
}

function Branch({ node, path, current }: Omit<RowProps, "name">): VNode {
  const row = (index: number) => {
    const member = membersOf(node)[index];
    const step = member?.key ?? index;
    const value = member?.value ?? itemsOf(node)[index]!;
    return <Row key={index} name={String(step)} node={value} path={[...path, step]} current={current} />;
  };
  return (
    <div>
      <Paged count={itemsOf(node).length + membersOf(node).length} subject={node} row={row}>
        {(rows) => <ul>{rows}</ul>}
      </Paged>
    </div>
  );
}

function RowActions({ node, path }: { readonly node: JsonNode; readonly path: Path }): VNode {
  return (
    <span class="row-actions">
      {path.length > 0 && <CopyButton text={() => accessorOf(path)} label="Copy path" />}
      <CopyButton text={() => stringOf(node) ?? finishInSlices(writingJson(node, "  "))} label="Copy value" />
    </span>
  );
}
