import type { VNode } from "preact";

/** A component in one of its states. */
interface State {
  readonly name: string;
  readonly draw: () => VNode;
}

/** The states of the components of one room. */
export interface Shelf {
  readonly room: string;
  readonly states: readonly State[];
}
