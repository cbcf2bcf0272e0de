import { signal } from "@preact/signals";
import { createRef } from "preact";
import type { AppsPanel } from "../apps/panel/apps-panel";
import type { AdviceActions } from "../conversation/advice";
import { Run } from "../conversation/run";
import { flushed } from "../dom/flushed";
import { announce } from "../dom/page";
import { scrollToStart } from "../dom/scroll";
import type { HistoryEntry } from "../history/entries";
import { keepResult, lastResult } from "../history/last-results";
import { rememberCall } from "../history/store";
import { readingJson, tryReadJson } from "../json/read";
import { compactJson, compactObject } from "../json/write";
import { suspect } from "../protocol/outage";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "../results/facts";
import { debounced } from "../scheduling/debounced";
import { finishInSlices } from "../scheduling/slices";
import { TASK_REQUEST } from "../tasks/support";
import { displayName } from "../text/printable";

interface RunsOptions {
  readonly apps: AppsPanel;
  // Called when the user wants to run the tool.
  readonly onRun: () => void;
  readonly onValidate: () => void;
  // Called when a run begins or ends.
  readonly onRunning: (isRunning: boolean) => void;
  readonly onEnd: (outcome: Outcome) => void;
}

/** A result with its notes, and what can be done after an error. */
export interface ShownResult {
  readonly outcome: Outcome;
  readonly argumentsText: string;
  readonly notes: readonly string[];
  /** Set for a stored result. It shows its arguments, which need not be those of the form. */
  readonly isStored: boolean;
  readonly actions: AdviceActions;
}

/** The runs of one tool, with all that is shown of the last one. */
export class Runs {
  readonly run: Run;
  readonly shown = signal<ShownResult | undefined>(undefined);
  /** The place of the result. */
  readonly place = createRef<HTMLElement>();
  /** Says that the result is not the one of the arguments on screen, or of the run under way. */
  readonly staleNote = signal("");
  /** Set while the app above the result shows the call of an agent. */
  readonly isFed = signal(false);
  // The arguments on screen.
  #currentArguments = "";
  readonly #markSoon = debounced(() => this.#markStale(), 150);

  constructor(
    readonly tool: string,
    private readonly options: RunsOptions,
  ) {
    this.run = new Run({ onRun: options.onRun });
  }

  isRunning(): boolean {
    return this.run.isRunning();
  }

  /** Calls the tool. `asTask` asks the server to make a task of the call. */
  begin(argumentsText: string, asTask: boolean): void {
    const { tool, options } = this;
    void this.run.begin({
      request: {
        method: "tools/call",
        params: compactObject([
          ["name", JSON.stringify(tool)],
          ["arguments", argumentsText.trim() || "{}"],
          ["task", asTask ? TASK_REQUEST : undefined],
        ]),
        tool,
      },
      onBegin: () => {
        announce(`Running ${displayName(tool, 60)}`);
        this.staleNote.value = this.shown.peek() ? "This is the result of the run before." : "";
        options.apps.begin(argumentsText);
        options.onRunning(true);
      },
      // The result of the run before would be taken for that of this one.
      onShown: () => (this.shown.value = undefined),
      onEnd: (outcome) => {
        const reason = outcome.kind === "cancelled" ? undefined : keepResult(tool, argumentsText, outcome);
        this.#show(outcome, argumentsText, reason === undefined ? [] : [reason]);
        const shown = options.apps.end(outcome);
        rememberCall(tool, argumentsText, outcome);
        options.onRunning(false);
        void shown.then(() => {
          options.onEnd(outcome);
          this.#reveal();
        });
        suspect(outcome);
      },
    });
  }

  /** Shows a call of the history in place of the last run. */
  async showStored(call: HistoryEntry, opensApp = false): Promise<void> {
    const outcome = await withRoot(call);
    const { apps } = this.options;
    // The apps of a call that goes on wait for its result.
    if (!this.isRunning()) {
      const closed = apps.reset();
      if (opensApp) {
        void closed.then(() => {
          // Another call may have begun meanwhile.
          if (this.isRunning()) return;
          apps.begin(call.arguments);
          void apps.end(outcome);
        });
      }
      this.run.dismiss();
      this.run.log.show(outcome.log);
    }
    this.#show(outcome, call.arguments, [`from ${dateOf(call)}`], true);
    this.#reveal();
  }

  // Scrolls to the app, or else to the result, if it begins outside of the visible part of the page. The form above may
  // have folded, so that it is looked for once the page has been laid out.
  #reveal(): void {
    requestAnimationFrame(() => {
      const result = this.place.current;
      const app = result?.closest("article")?.querySelector(".app-panel");
      const place = this.options.apps.isShown() ? app : result;
      if (place) scrollToStart(place);
    });
  }

  /** Shows the last result that this tab has kept, after a reload. */
  async restore(): Promise<void> {
    const call = lastResult(this.tool);
    if (!call) return;
    const outcome = await withRoot(call);
    if (this.isRunning() || this.shown.peek()) return;
    this.run.log.show(outcome.log);
    this.#draw(outcome, call.arguments, [`from ${dateOf(call)}, before the page was loaded again`], true);
  }

  /** Called with the arguments on screen whenever they change. */
  argumentsAre(text: string): void {
    this.#currentArguments = text;
    this.#markSoon();
  }

  #markStale(): void {
    if (this.isRunning()) return;
    const shown = this.shown.peek();
    const isStale = shown !== undefined && !areSame(shown.argumentsText, this.#currentArguments);
    this.staleNote.value = isStale ? "These arguments have changed since this result." : "";
  }

  #draw(outcome: Outcome, argumentsText: string, notes: readonly string[], isStored: boolean): void {
    const again = () => {
      // The advice disappears with its buttons.
      this.run.bar.focus();
      this.options.onRun();
    };
    const actions = { again, validate: this.options.onValidate };
    flushed(() => (this.shown.value = { outcome, argumentsText, notes, isStored, actions }));
    this.#markStale();
  }

  #show(outcome: Outcome, argumentsText: string, notes: readonly string[], isStored = false): void {
    this.#draw(outcome, argumentsText, notes, isStored);
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
