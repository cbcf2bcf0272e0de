// The view of one tool: its head, and tabs for the call, the schemas, the code snippets and the history.

import { element } from "../dom/element";
import { type Tab, type TabSet, tabSet } from "../dom/by-hand";
import { type HistoryActions, historyView } from "../history/view";
import { savedCallsView } from "../saved-calls/view";
import { settings } from "../settings";
import type { LoadedTool } from "./loaded-tool";
import type { CallPanel } from "./call-panel";
import { schemaPanel } from "./schema-panel";
import { codeView } from "./code-view";
import { toolHead } from "./head";

interface ToolViewOptions {
  readonly tool: LoadedTool;
  readonly call: CallPanel;
  readonly history: HistoryActions;
  // The changes of the tool since it was seen last.
  readonly changes: HTMLElement;
  // Returns a link to the tool with its arguments.
  readonly link: () => string;
}

export type ToolTab = "Call" | "Schema" | "Code" | "History";

export class ToolView {
  readonly call: CallPanel;
  readonly elements: readonly HTMLElement[];
  private readonly tabs: TabSet;
  private openTab: string | undefined;

  constructor({ tool, call, history, changes, link }: ToolViewOptions) {
    const { name, detail, draft } = tool;
    this.call = call;
    const onFill = (text: string) => {
      draft.set(text);
      this.choose("Call");
    };
    // Made once, so that a name that is being typed stays when a call ends.
    let saved: HTMLElement | undefined;
    const historyPanel = () => {
      if (settings.keepsHistory) saved ??= savedCallsView({ tool: name, argumentsText: () => draft.text, onFill });
      return element(
        "div.history",
        saved,
        saved && element("h3", "Last calls"),
        historyView({ tool: name, ...history }),
      );
    };
    const panels: Record<ToolTab, Omit<Tab, "name">> = {
      Call: { panel: call.element },
      Schema: { panel: () => schemaPanel(detail) },
      Code: { panel: () => codeView(name, () => draft.text), fresh: true },
      History: { panel: historyPanel, fresh: true },
    };
    const tabs = Object.entries(panels).map(([title, tab]) => ({ name: title, ...tab }));
    this.tabs = tabSet("Views of the tool", tabs, { onChoose: (title) => (this.openTab = title) });
    this.tabs.list.classList.add("views");
    this.elements = [toolHead(name, detail, { link, tabs: this.tabs.list, changes }), this.tabs.panels];
  }

  choose(tab: ToolTab): void {
    this.tabs.choose(tab);
  }

  // Draws the history again if it is open.
  refreshHistory(): void {
    if (this.openTab === "History") this.choose("History");
  }
}
