import type { VNode } from "preact";

/** A content item of a result, as it is shown. Absent facts are omitted. */
export interface ItemView {
  readonly view: VNode;
  readonly facts: readonly (string | false | undefined)[];
}

/** The position of an item in its list, from 1; items of an app's message are also told apart by their source. */
export type Position = number | string;
