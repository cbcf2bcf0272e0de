// Parts that all rooms share, and texts.

import { Clamped } from "../src/dom/clamp";
import { CopyButton } from "../src/dom/copy";
import { EmbeddedIcon } from "../src/dom/icon";
import { LazyDetails } from "../src/dom/lazy-details";
import { Name } from "../src/dom/name";
import { Paged } from "../src/dom/paged";
import { QuietButton } from "../src/dom/quiet-button";
import { Tabs } from "../src/dom/tabs";
import { ToggleButton } from "../src/dom/toggle-button";
import { nodeOf } from "../src/json/read";
import { Prose } from "../src/markdown/prose";
import { SchemaOutline } from "../src/schema/outline";
import { tableRows } from "../src/viewer/table-rows";
import { JsonTable } from "../src/viewer/table";
import { TextViewer } from "../src/viewer/text-viewer";
import { JsonTree } from "../src/viewer/tree";
import type { Shelf } from "./states";

const DOT =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='teal'/%3E%3C/svg%3E";
const LONG = "A server may describe a tool at length, with every case in which it is of use. ".repeat(30);
const MARKDOWN = `# A heading

Text with **weight**, \`code\` and [a link](https://example.com).

- one
- two
  1. within

> A quote

| a | b |
|---|---|
| 1 | 2 |

\`\`\`
code
\`\`\``;

const VALUE = nodeOf({
  city: "Oslo",
  days: [
    { day: "Mon", high: 3.5 },
    { day: "Tue", high: -1 },
  ],
  more: null,
  is: true,
});
const ROWS = nodeOf(
  Array.from({ length: 12 }, (_, index) => ({ id: index, name: `Row ${index}`, price: index * 1.5 })),
);
const SCHEMA = nodeOf({
  type: "object",
  required: ["city"],
  properties: {
    city: { type: "string", description: "A city.", minLength: 2 },
    unit: { enum: ["c", "f"], default: "c" },
    place: { oneOf: [{ type: "string" }, { type: "object", properties: { x: { type: "number" } } }] },
  },
});

export const PARTS: readonly Shelf[] = [
  {
    room: "dom",
    states: [
      { name: "A text without a rest", draw: () => <Clamped>Short.</Clamped> },
      { name: "A text that is cut", draw: () => <Clamped>{LONG}</Clamped> },
      {
        name: "Tabs",
        draw: () => (
          <div>
            <Tabs
              label="Two tabs"
              tabs={[
                { name: "First", draw: () => <p>The first panel</p> },
                { name: "Second", label: "Second 2", draw: () => <p>The second panel</p> },
              ]}
            />
          </div>
        ),
      },
      {
        name: "Pages",
        draw: () => (
          <div>
            <Paged count={25} size={5} subject="rows" row={(index) => <li key={index}>{`Row ${index + 1}`}</li>}>
              {(rows) => <ul>{rows}</ul>}
            </Paged>
          </div>
        ),
      },
      {
        name: "Buttons",
        draw: () => (
          <div class="actions">
            <CopyButton text={() => "text"} />
            <QuietButton label="Quiet" onClick={() => undefined} />
            <ToggleButton label="Pressed" isPressed onToggle={() => undefined} />
            <button type="button" class="primary">
              Primary
            </button>
            <button type="button" disabled>
              Disabled
            </button>
          </div>
        ),
      },
      { name: "Details", draw: () => <LazyDetails summary="More of it">{() => <p>The rest</p>}</LazyDetails> },
      {
        name: "Names and icons",
        draw: () => (
          <p>
            <EmbeddedIcon icons={[{ src: DOT }]} class="tool-icon" /> <Name text={"\u202Ereversed\u0000"} />
          </p>
        ),
      },
    ],
  },
  {
    room: "markdown",
    states: [
      { name: "Markdown", draw: () => <Prose text={MARKDOWN} /> },
      { name: "Plain text", draw: () => <Prose text={"One line\nand another"} isMarkdown={false} /> },
    ],
  },
  { room: "schema", states: [{ name: "The outline of a schema", draw: () => <SchemaOutline schema={SCHEMA} /> }] },
  {
    room: "viewer",
    states: [
      { name: "A tree", draw: () => <JsonTree node={VALUE} /> },
      { name: "A table", draw: () => <JsonTable rows={tableRows(ROWS)!} /> },
      { name: "A text", draw: () => <TextViewer text={LONG} label="A long text" filename="text.txt" /> },
    ],
  },
];
