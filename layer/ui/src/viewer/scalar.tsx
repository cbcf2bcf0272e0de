import type { VNode } from "preact";
import { type JsonNode, type MaybeNode, rawOf, stringOf } from "../json/node";
import { SafeLink } from "../markdown/links";
import { printable } from "../text/printable";

// Maximum number of characters in a string that may be a link. A longer one is shown as text.
const LONGEST_ADDRESS = 2000;

interface ScalarProps {
  readonly node: JsonNode;
  /** Characters that are shown. */
  readonly limit: number;
}

/** A JSON value without members, as it is written, coloured by its type. An address of the web is a link. */
export function Scalar({ node, limit }: ScalarProps): VNode {
  const text = printable(rawOf(node), limit);
  const code = <code class={`json-${node.type}`}>{text}</code>;
  const address = addressOf(node);
  if (address === undefined) return code;
  return (
    <span>
      <SafeLink href={address} text={text}>
        {code}
      </SafeLink>
    </span>
  );
}

/** The address, if a value is a string with an address of the web and nothing else. */
export function addressOf(node: MaybeNode): string | undefined {
  if (node?.type !== "string" || node.end - node.start > LONGEST_ADDRESS) return undefined;
  const text = stringOf(node);
  return text !== undefined && /^https?:\/\/\S+$/.test(text) ? text : undefined;
}
