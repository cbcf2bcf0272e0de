import type { VNode } from "preact";
import { type JsonNode, rawOf } from "../json/node";
import { TextViewer } from "../viewer/text-viewer";

/** A part of a question as JSON. */
export function JsonView({ json, label }: { readonly json: JsonNode; readonly label: string }): VNode {
  return <TextViewer text={rawOf(json)} label={label} filename="question.json" json={json} />;
}
