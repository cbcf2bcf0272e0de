// A path is a list of keys and indexes; a pointer is its RFC 6901 text.

import { type MaybeNode, valueOf } from "./node";

type Step = string | number;
export type Path = readonly Step[];

export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function pathOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

function childAt(node: MaybeNode, step: Step): MaybeNode {
  if (node?.type !== "array") return valueOf(node, String(step));
  // As a number, an empty step is 0, and so is "00".
  return String(Number(step)) === String(step) ? node.items[Number(step)] : undefined;
}

export function nodeAt(root: MaybeNode, path: Path): MaybeNode {
  return path.reduce(childAt, root);
}

/** The path as programs write it: `rows[0].name`. */
export function accessorOf(path: Path): string {
  const written = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  return written.join("").replace(/^\./, "");
}
