import type { MaybeNode } from "../json/node";
import { type Path, nodeAt } from "../json/path";
import { readJson } from "../json/read";
import { errorOf } from "../text/error";

/**
 * The origin of a change: the text area, a form field that already shows the value, another part of the form, or a
 * link.
 */
export type DraftOrigin = "text" | "field" | "form" | "link";

type Listener = (origin: DraftOrigin | undefined) => void;

/**
 * The arguments or the answer being edited: one text, shared by the form and the text area. The text is the source of
 * truth.
 */
export class Draft {
  text = "";
  /** The error if the text is not a JSON object. */
  error: Error | undefined;
  root: MaybeNode;
  readonly #listeners = new Set<Listener>();

  constructor(
    text: string,
    private readonly subject = "arguments",
  ) {
    this.set(text);
  }

  set(text: string, origin?: DraftOrigin): void {
    this.text = text;
    this.error = undefined;
    this.root = undefined;
    try {
      this.root = readJson(text.trim() === "" ? "{}" : text);
      if (this.root.type !== "object") this.error = new Error(`The ${this.subject} must be a JSON object.`);
    } catch (problem) {
      this.error = errorOf(problem);
    }
    for (const listener of this.#listeners) listener(origin);
  }

  /** Calls a listener after each change, until the function that is returned is called. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  nodeAt(path: Path): MaybeNode {
    return nodeAt(this.root, path);
  }
}
