import type { VNode } from "preact";
import { LazyDetails } from "../dom/lazy-details";
import { type JsonNode, rawOf, valueOf } from "../json/node";
import { SchemaOutline } from "../schema/outline";
import { TextViewer } from "../viewer/text-viewer";
import { JsonTree } from "../viewer/tree";

/** The schemas and the metadata of a tool. */
export function SchemaPanel({ detail }: { readonly detail: JsonNode }): VNode {
  const input = valueOf(detail, "inputSchema");
  const output = valueOf(detail, "outputSchema");
  const meta = valueOf(detail, "_meta");
  return (
    <div class="schemas">
      {input ? <Section title="Input" schema={input} /> : <p class="hint">This tool has no input schema.</p>}
      {output && <Section title="Output" schema={output} />}
      {meta && (
        <section>
          <h3>Metadata</h3>
          <JsonTree node={meta} />
        </section>
      )}
    </div>
  );
}

function Section({ title, schema }: { readonly title: string; readonly schema: JsonNode }): VNode {
  return (
    <section>
      <h3>{title}</h3>
      <SchemaOutline schema={schema} />
      <LazyDetails summary="Raw schema">
        {() => <TextViewer text={rawOf(schema)} label={`${title}, raw`} filename="schema.json" json={schema} />}
      </LazyDetails>
    </section>
  );
}
