import type { Draft } from "../form/draft";
import type { JsonNode, ObjectNode } from "../json/node";

// A tool whose description has been read.
export interface LoadedTool {
  readonly name: string;
  readonly detail: ObjectNode;
  readonly schema: JsonNode;
  // The arguments at first, and as they are edited.
  readonly initialText: string;
  readonly draft: Draft;
}
