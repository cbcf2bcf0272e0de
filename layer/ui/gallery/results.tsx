// Results of calls.

import { nodeOf, readJson } from "../src/json/read";
import type { Outcome } from "../src/protocol/outcome";
import { ContentItem } from "../src/results/content";
import { Result } from "../src/results/result-view";
import type { Shelf } from "./states";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Returns the outcome of a call with a result. */
export function outcome(result: object, rest: Partial<Outcome> = {}): Outcome {
  const text = JSON.stringify(result);
  const facts = { duration: 42, size: text.length, started: 0 };
  return { kind: "success", headline: "Success", text, root: readJson(text), ...facts, ...rest };
}

const text = (words: string) => ({ type: "text", text: words });
const rows = [1, 2, 3].map((id) => ({ id, name: `Order ${id}`, total: id * 10 }));
const content = [
  text("A line of text"),
  text("# A heading\n\n- an entry"),
  { type: "image", mimeType: "image/png", data: PNG },
  { type: "resource_link", uri: "file:///notes.md", name: "notes", title: "Notes", mimeType: "text/markdown" },
  { type: "resource", resource: { uri: "file:///a.txt", text: "The text of a resource", mimeType: "text/plain" } },
  { type: "hologram", beam: 7 },
];

export const RESULTS: readonly Shelf[] = [
  {
    room: "results",
    states: [
      { name: "Content of all types", draw: () => <Result call={outcome({ content })} /> },
      { name: "Rows", draw: () => <Result call={outcome({ content: [], structuredContent: { orders: rows } })} /> },
      {
        name: "A tool error",
        draw: () => (
          <Result
            call={outcome(
              { content: [text("No such city")], isError: true },
              { kind: "tool-error", headline: "Tool error" },
            )}
          />
        ),
      },
      {
        name: "A failure with advice",
        draw: () => (
          <Result
            call={{
              kind: "failed",
              headline: "The server cannot be reached.",
              status: 502,
              duration: 8,
              size: 0,
              started: 0,
            }}
            advice={<p class="advice">Start the server, and run the tool again.</p>}
          />
        ),
      },
      {
        name: "A stored result, which does not match its schema",
        draw: () => (
          <Result
            call={outcome(
              { content: [text("3")] },
              {
                mismatches: [{ path: "/total", message: "“total” is required", keyword: "required" }],
                mismatchCount: 1,
              },
            )}
            notes={["from yesterday"]}
            argumentsText={'{"city": "Oslo"}'}
          />
        ),
      },
      {
        name: "Empty",
        draw: () => <Result call={outcome({ content: [] })} />,
      },
      {
        name: "One item",
        draw: () => (
          <ol class="items">
            <ContentItem item={nodeOf(text("Alone"))} position={1} />
          </ol>
        ),
      },
    ],
  },
];
