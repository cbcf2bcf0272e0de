import type { VNode } from "preact";
import { displayName } from "../text/printable";

interface NameProps {
  readonly text: string;
  readonly limit?: number | undefined;
}

/** A name from the server, isolated so that it cannot reorder the text around it. */
export function Name({ text, limit }: NameProps): VNode {
  return <bdi>{displayName(text, limit)}</bdi>;
}
