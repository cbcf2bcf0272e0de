// The view of one tool: its head, and tabs for the call, the schemas, the code snippets and the history.

import { type Tab, type TabSet, tabSet } from "../dom/tabs";
import { type HistoryActions, historyView } from "../history/view";
import type { LoadedTool } from "./loaded-tool";
import type { CallPanel } from "./call-panel";
import { schemaPanel } from "./schema-panel";
import { snippetView } from "./snippet-view";
import { toolHead } from "./head";

interface ToolViewOptions {
  readonly tool: LoadedTool;
  readonly call: CallPanel;
  readonly history: HistoryActions;
  // Returns a link to the tool with its arguments.
  readonly link: () => string;
}

export type ToolTab = "Call" | "Schema" | "Code" | "History";

export class ToolView {
  readonly call: CallPanel;
  readonly elements: readonly HTMLElement[];
  private readonly tabs: TabSet;
  private openTab: string | undefined;

  constructor({ tool, call, history, link }: ToolViewOptions) {
    const { name, detail, draft } = tool;
    this.call = call;
    const panels: Record<ToolTab, Omit<Tab, "name">> = {
      Call: { panel: call.element },
      Schema: { panel: () => schemaPanel(detail) },
      Code: { panel: () => snippetView(name, () => draft.text), fresh: true },
      History: { panel: () => historyView({ tool: name, ...history }), fresh: true },
    };
    const tabs = Object.entries(panels).map(([title, tab]) => ({ name: title, ...tab }));
    this.tabs = tabSet("Views of the tool", tabs, { onChoose: (title) => (this.openTab = title) });
    this.elements = [toolHead(name, detail, link), this.tabs.list, this.tabs.panels];
  }

  choose(tab: ToolTab): void {
    this.tabs.choose(tab);
  }

  // Draws the history again if it is open.
  refreshHistory(): void {
    if (this.openTab === "History") this.choose("History");
  }
}
