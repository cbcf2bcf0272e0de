import { addMember, removeChild, replaceValue } from "../json/edit";
import { type Member, rawOf } from "../json/node";
import { objectText } from "../json/object-text";
import type { Path } from "../json/path";
import { compactObject } from "../json/write";
import type { Draft } from "./draft";

/**
 * Writes the value at a path, or removes it if `raw` is undefined. Objects around it that are not in the text yet are
 * added. `orderOf` returns the keys of an object in the order in which its members are to be written.
 */
export function withValue(
  draft: Draft,
  path: Path,
  raw: string | undefined,
  orderOf: (object: Path) => readonly string[],
): string {
  const node = draft.nodeAt(path);
  if (raw === undefined) return node ? withoutMember(draft, path) : draft.text;
  if (node) return replaceValue(node, raw);
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const parentPath = path.slice(0, depth);
    const parent = draft.nodeAt(parentPath);
    if (!parent) continue;
    if (parent.type !== "object") break;
    const value = path
      .slice(depth + 1)
      .reduceRight((inner: string, key) => objectText([String(key)], () => inner), raw);
    return addMember(parent, String(path[depth]), value, orderOf(parentPath));
  }
  return draft.text;
}

function withoutMember(draft: Draft, path: Path): string {
  const object = draft.nodeAt(path.slice(0, -1));
  if (object?.type !== "object") return draft.text;
  const isNamed = ({ key }: Member) => key === path.at(-1);
  const others = object.members.filter((member) => !isNamed(member));
  if (object.members.length - others.length < 2) return removeChild(object, object.members.findIndex(isNamed));
  // The key is repeated, and would have its value before.
  return replaceValue(object, compactObject(others.map(({ key, value }) => [key, rawOf(value)])));
}
