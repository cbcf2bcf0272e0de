// The file for Storybook: it is loaded as a module, and its stories are drawn in a document of the test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type CatalogUi, readCatalog } from "../src/apps/added/catalog";
import { storybookFile } from "../src/ui-catalog/storybook";

type Listener = (event: { readonly source: unknown; readonly data: unknown }) => void;

interface CsfStory {
  readonly name: string;
  readonly args?: Record<string, unknown>;
  readonly render?: () => FakeFrame;
}

interface CsfFile {
  readonly default: { readonly title: string; readonly render: (args: unknown) => FakeFrame };
}

const STORIES = [
  { name: "Two databases", data: { text: 'quote " \\ </script> \u2028', ["__proto__"]: { polluted: true } } },
  { name: "two-databases", data: { n: 2 } },
  { name: "2 _", data: { n: 3 } },
  { name: "- -", data: [1, 2] },
  { name: "default", data: null },
];

class FakeFrame {
  readonly attributes = new Map<string, string>();
  readonly style: Record<string, string> = {};
  readonly sent: unknown[] = [];
  readonly contentWindow = { postMessage: (message: unknown) => this.sent.push(message) };
  src = "";
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
}

async function load(stories: readonly object[], title = "Databases"): Promise<CsfFile & Record<string, CsfStory>> {
  const list = JSON.stringify({ uis: [{ name: "list", title, uri: "ui://list/1", stories }] });
  const [ui] = readCatalog(JSON.parse(list)) as [CatalogUi];
  const text = storybookFile(ui, "http://127.0.0.1:9470/explorer/ui/list");
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as CsfFile & Record<string, CsfStory>;
}

test("each story is an export with a unique name, and has its data", async () => {
  const { default: meta, ...stories } = await load(STORIES, 'A "title" $& ${x}');
  assert.equal(meta.title, 'A "title" $& ${x}');
  const names = Object.fromEntries(Object.entries(stories).map(([key, { name }]) => [key, name]));
  assert.deepEqual(names, {
    TwoDatabases: "Two databases",
    TwoDatabases_2: "two-databases",
    Story2: "2 _",
    Story: "- -",
    Default: "default",
  });
  const { args } = stories["TwoDatabases"]!;
  assert.equal(JSON.stringify(args), JSON.stringify(STORIES[0]!.data));
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("a story shows the hosted UI in a sandbox, and gives it the data when it asks", async () => {
  const listeners: Listener[] = [];
  const globals = {
    document: { createElement: () => new FakeFrame() },
    window: { addEventListener: (_type: string, listener: Listener) => listeners.push(listener) },
  };
  Object.assign(globalThis, globals);
  const { default: meta, ...stories } = await load(STORIES);
  const frame = meta.render({ n: 2 });
  assert.equal(frame.src, "http://127.0.0.1:9470/explorer/ui/list?waitForRenderData=true");
  assert.equal(frame.attributes.get("sandbox"), "allow-scripts allow-forms");
  const tell = (data: unknown, source: unknown = frame.contentWindow) => {
    for (const listener of listeners) listener({ source, data });
  };
  tell({ type: "ui-lifecycle-iframe-ready" }, {});
  tell(null);
  tell({ type: "ui-size-change", payload: { height: -1 } });
  assert.deepEqual(frame.sent, []);
  tell({ type: "ui-lifecycle-iframe-ready" });
  assert.deepEqual(frame.sent, [{ type: "ui-lifecycle-iframe-render-data", payload: { renderData: { n: 2 } } }]);
  tell({ type: "ui-size-change", payload: { height: 120 } });
  assert.equal(frame.style["height"], "120px");

  const list = stories["Story"]!.render!();
  listeners.at(-1)!({ source: list.contentWindow, data: { type: "ui-request-render-data" } });
  assert.deepEqual(list.sent, [{ type: "ui-lifecycle-iframe-render-data", payload: { renderData: [1, 2] } }]);
});
