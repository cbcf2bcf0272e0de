import { element } from "../dom/element";
import { lazyDetails } from "../dom/lazy-details";
import { type JsonNode, rawOf, valueOf } from "../json/node";
import { schemaOutline } from "../schema/outline";
import { textViewer } from "../viewer/text-viewer";
import { jsonTree } from "../viewer/tree";

// The schemas and the metadata of a tool.
export function schemaPanel(detail: JsonNode): HTMLElement {
  const input = valueOf(detail, "inputSchema");
  const output = valueOf(detail, "outputSchema");
  const meta = valueOf(detail, "_meta");
  return element(
    "div.schemas",
    input ? schemaSection("Input", input) : element("p.hint", "This tool has no input schema."),
    output && schemaSection("Output", output),
    meta && element("section", element("h3", "Metadata"), jsonTree(meta)),
  );
}

function schemaSection(title: string, schema: JsonNode): HTMLElement {
  const raw = () => textViewer(rawOf(schema), { label: `${title}, raw`, filename: "schema.json", json: schema });
  return element("section", element("h3", title), schemaOutline(schema), lazyDetails("Raw schema", raw));
}
