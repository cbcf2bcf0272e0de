import type { Draft } from "../form/draft";
import type { JsonNode, ObjectNode } from "../json/node";

/** A tool whose description has been read. */
export interface LoadedTool {
  readonly name: string;
  readonly detail: ObjectNode;
  readonly schema: JsonNode;
  /** The initial arguments, and the arguments as the user edits them. */
  readonly initialText: string;
  readonly draft: Draft;
}
