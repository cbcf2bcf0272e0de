// Nodes of a JSON text. A node points into its source text, so that numbers keep their digits, strings their escapes,
// and objects the order and repetition of their keys.

interface BaseNode {
  readonly source: string;
  readonly start: number;
  end: number;
}

export interface ScalarNode extends BaseNode {
  readonly type: "string" | "number" | "boolean" | "null";
}

export interface ArrayNode extends BaseNode {
  readonly type: "array";
  readonly items: JsonNode[];
}

export interface ObjectNode extends BaseNode {
  readonly type: "object";
  readonly members: Member[];
  /** The members of a large object by key, once they have been looked up. */
  index?: ReadonlyMap<string, Member>;
}

export type JsonNode = ScalarNode | ArrayNode | ObjectNode;

/** `start` is the offset of the key's opening quote. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: JsonNode;
}

export type MaybeNode = JsonNode | undefined;

export function rawOf(node: JsonNode): string {
  return node.source.slice(node.start, node.end);
}

/**
 * Returns the text of a string node; undefined for anything else, so that a wrong type is treated like an absent value.
 */
export function stringOf(node: MaybeNode): string | undefined {
  return node?.type === "string" ? (JSON.parse(rawOf(node)) as string) : undefined;
}

export function isTrue(node: MaybeNode): boolean {
  return node?.type === "boolean" && rawOf(node) === "true";
}

// An index of so few members would take longer to make than a search among them. Rows of a large table are such objects.
const FEW_MEMBERS = 8;

/** Returns the member with a key. If the key is repeated, the last member counts, as in other JSON readers. */
export function memberOf(node: MaybeNode, key: string): Member | undefined {
  if (node?.type !== "object") return undefined;
  if (node.members.length <= FEW_MEMBERS) return node.members.findLast((member) => member.key === key);
  node.index ??= new Map(node.members.map((member) => [member.key, member]));
  return node.index.get(key);
}

export function valueOf(node: MaybeNode, key: string): MaybeNode {
  return memberOf(node, key)?.value;
}

export function textAt(node: MaybeNode, key: string): string | undefined {
  return stringOf(valueOf(node, key));
}

export function numberAt(node: MaybeNode, key: string): number | undefined {
  const member = valueOf(node, key);
  return member?.type === "number" ? Number(rawOf(member)) : undefined;
}

export function itemsOf(node: MaybeNode): readonly JsonNode[] {
  return node?.type === "array" ? node.items : [];
}

export function membersOf(node: MaybeNode): readonly Member[] {
  return node?.type === "object" ? node.members : [];
}

/** Converts a node to a plain value. */
export function plainValue(node: MaybeNode): unknown {
  return node && JSON.parse(rawOf(node));
}
