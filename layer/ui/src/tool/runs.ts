import type { AppsPanel } from "../apps/panel/apps-panel";
import { errorAdvice } from "../conversation/advice";
import { Conversation, conversationView } from "../conversation/conversation";
import { RunLog } from "../log/run-log";
import { RunBar } from "../conversation/run-bar";
import { RunProgress } from "../conversation/run-progress";
import { element } from "../dom/element";
import { announce } from "../dom/page";
import type { HistoryEntry } from "../history/entries";
import { keepResult, lastResult } from "../history/last-results";
import { rememberCall } from "../history/store";
import { readingJson, tryReadJson } from "../json/read";
import { compactJson, compactObject } from "../json/write";
import { suspect } from "../protocol/outage";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "../results/facts";
import { resultView } from "../results/result-view";
import { debounced } from "../scheduling/debounced";
import { finishInSlices } from "../scheduling/slices";
import { TASK_REQUEST } from "../tasks/support";
import { displayName } from "../text/printable";
import { storyAction } from "../ui-catalog/save-story";

interface RunsOptions {
  readonly apps: AppsPanel;
  // Called when the user wants to run the tool.
  readonly onRun: () => void;
  readonly onValidate: () => void;
  // Called when a run begins or ends.
  readonly onRunning: (isRunning: boolean) => void;
  readonly onEnd: (outcome: Outcome) => void;
}

// The runs of one tool, of which one at a time is under way, with all that is shown of the last one.
export class Runs {
  readonly bar: RunBar;
  readonly progress = new RunProgress();
  readonly rounds = element("div.rounds");
  readonly result = element("section", { "aria-label": "Result" });
  readonly log = new RunLog();
  private conversation: Conversation | undefined;
  // The arguments of the result that is shown, and those on screen.
  private shownArguments: string | undefined;
  private currentArguments = "";
  private readonly ownNote = element("p.hint", { hidden: true }, "The result of your own call:");
  private readonly staleNote = element("p.stale-note", { role: "status" });
  private readonly markSoon = debounced(() => this.markStale(), 150);

  constructor(
    private readonly tool: string,
    private readonly options: RunsOptions,
  ) {
    this.bar = new RunBar(options.onRun, () => this.conversation?.cancel());
  }

  isRunning(): boolean {
    return this.conversation?.isRunning() === true;
  }

  // Calls the tool. `asTask` asks the server to make a task of the call.
  begin(argumentsText: string, asTask: boolean): void {
    const { tool, options } = this;
    const conversation: Conversation = new Conversation({
      request: {
        method: "tools/call",
        params: compactObject([
          ["name", JSON.stringify(tool)],
          ["arguments", argumentsText.trim() || "{}"],
          ["task", asTask ? TASK_REQUEST : undefined],
        ]),
        tool,
      },
      parts: this,
      onBegin: () => {
        announce(`Running ${displayName(tool, 60)}`);
        this.staleNote.textContent = this.shownArguments === undefined ? "" : "This is the result of the run before.";
        options.apps.begin(argumentsText);
        options.onRunning(true);
      },
      // The result of the run before would be taken for that of this one.
      onShown: () => {
        this.shownArguments = undefined;
        this.result.replaceChildren();
      },
      onEnd: (outcome) => {
        const reason = outcome.kind === "cancelled" ? undefined : keepResult(tool, argumentsText, outcome);
        this.show(outcome, argumentsText, reason === undefined ? [] : [reason]);
        const shown = options.apps.end(outcome);
        rememberCall(tool, argumentsText, outcome);
        options.onRunning(false);
        void shown.then(() => options.onEnd(outcome));
        suspect(outcome);
      },
    });
    this.conversation = conversation;
    this.rounds.replaceChildren(conversationView(conversation));
    void conversation.play();
  }

  // Shows a call of the history in place of the last run.
  async showStored(call: HistoryEntry, opensApp = false): Promise<void> {
    const outcome = await withRoot(call);
    const { apps } = this.options;
    const closed = apps.reset();
    if (opensApp) {
      void closed.then(() => {
        apps.begin(call.arguments);
        void apps.end(outcome);
      });
    }
    if (!this.isRunning()) {
      this.rounds.replaceChildren();
      this.log.show(outcome.log);
    }
    this.show(outcome, call.arguments, [`from ${dateOf(call)}`], true);
  }

  // Shows the last result that this tab has kept, after a reload.
  async restore(): Promise<void> {
    const call = lastResult(this.tool);
    if (!call) return;
    const outcome = await withRoot(call);
    if (this.isRunning() || this.shownArguments !== undefined) return;
    this.log.show(outcome.log);
    this.draw(outcome, call.arguments, [`from ${dateOf(call)}, before the page was loaded again`], true);
  }

  // Says whose call the result is of, if the app above it shows the call of an agent.
  setFed(isFed: boolean): void {
    this.ownNote.hidden = !isFed;
  }

  // Called with the arguments on screen whenever they change.
  argumentsAre(text: string): void {
    this.currentArguments = text;
    this.markSoon();
  }

  private markStale(): void {
    if (this.isRunning()) return;
    const { shownArguments, currentArguments } = this;
    const isStale = shownArguments !== undefined && !areSame(shownArguments, currentArguments);
    this.staleNote.textContent = isStale ? "These arguments have changed since this result." : "";
  }

  // A stored result shows its arguments, which need not be those of the form.
  private draw(outcome: Outcome, argumentsText: string, notes: readonly string[], isStored: boolean): HTMLElement {
    const again = () => {
      // The advice disappears with its buttons.
      this.bar.focus();
      this.options.onRun();
    };
    this.shownArguments = argumentsText;
    const view = resultView(outcome, {
      notes,
      argumentsText: isStored ? argumentsText : undefined,
      action: storyAction({ tool: this.tool, result: outcome.root, argumentsText }),
      advice: errorAdvice(outcome, { again, validate: this.options.onValidate }),
    });
    this.result.replaceChildren(this.ownNote, this.staleNote, view);
    this.staleNote.textContent = "";
    this.markStale();
    return view;
  }

  private show(outcome: Outcome, argumentsText: string, notes: readonly string[], isStored = false): void {
    const view = this.draw(outcome, argumentsText, notes, isStored);
    // Scrolls only if the result is below the visible part of the page.
    const { top } = this.result.getBoundingClientRect();
    if (top > innerHeight * 0.7 && !this.options.apps.isOpen()) view.scrollIntoView({ block: "start" });
    const { label, facts } = callFacts(outcome);
    announce(`${displayName(this.tool, 60)}: ${[label, ...facts].join(", ")}`);
  }
}

async function withRoot(call: HistoryEntry): Promise<Outcome> {
  const root = call.text ? await finishInSlices(readingJson(call.text)).catch(() => undefined) : undefined;
  return { ...call, ...(root && { root }) };
}

function dateOf({ started }: HistoryEntry): string {
  return new Date(started).toLocaleString();
}

// Returns whether two texts are the same JSON, white space apart.
function areSame(a: string, b: string): boolean {
  const compact = (text: string) => {
    const root = tryReadJson(text.trim() || "{}");
    return root ? compactJson(root) : text;
  };
  return a === b || compact(a) === compact(b);
}
