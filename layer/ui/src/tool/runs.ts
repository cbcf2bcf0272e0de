import type { AppsPanel } from "../apps/panel/apps-panel";
import { errorAdvice } from "../conversation/advice";
import { Conversation } from "../conversation/conversation";
import { LogView } from "../conversation/log-view";
import { ProgressView } from "../conversation/progress-view";
import { RunBar } from "../conversation/run-bar";
import { element } from "../dom/element";
import { announce } from "../dom/page";
import { rememberCall } from "../history/store";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "../results/facts";
import { resultView } from "../results/result-view";
import { displayName } from "../text/printable";

interface RunsOptions {
  readonly apps: AppsPanel;
  // Called when the user wants to run the tool.
  readonly onRun: () => void;
  // Called when a run begins or ends.
  readonly onRunning: (isRunning: boolean) => void;
}

// The runs of one tool, of which one at a time is under way, with all that is shown of the last one.
export class Runs {
  readonly bar: RunBar;
  readonly progress = new ProgressView();
  readonly rounds = element("div.rounds");
  readonly result = element("section", { "aria-label": "Result" });
  readonly log = new LogView();
  private conversation: Conversation | undefined;

  constructor(
    private readonly tool: string,
    private readonly options: RunsOptions,
  ) {
    this.bar = new RunBar(options.onRun, () => this.conversation?.cancel());
  }

  isRunning(): boolean {
    return this.conversation?.isRunning() === true;
  }

  // Calls the tool.
  begin(argumentsText: string): void {
    const { tool, options } = this;
    const conversation: Conversation = new Conversation({
      tool,
      argumentsText,
      parts: this,
      onBegin: () => {
        announce(`Running ${displayName(tool, 60)}`);
        options.apps.begin(argumentsText);
        options.onRunning(true);
      },
      // The result of the run before would be taken for that of this one.
      onShown: () => this.result.replaceChildren(),
      onEnd: (outcome) => {
        this.show(outcome);
        options.apps.end(outcome);
        rememberCall(tool, argumentsText, outcome);
        options.onRunning(false);
      },
    });
    this.conversation = conversation;
    this.rounds.replaceChildren(conversation.element);
    void conversation.play();
  }

  // Shows a call of the history in place of the last run.
  showStored(outcome: Outcome, note: string): void {
    void this.options.apps.reset();
    if (!this.isRunning()) {
      this.rounds.replaceChildren();
      this.log.show(outcome.log);
    }
    this.show(outcome, note);
  }

  private show(outcome: Outcome, note?: string): void {
    const again = () => {
      // The advice disappears with its buttons.
      this.bar.runButton.focus();
      this.options.onRun();
    };
    const view = resultView(outcome, note, errorAdvice(outcome, again));
    this.result.replaceChildren(view);
    // Scrolls only if the result is below the visible part of the page.
    const { top } = this.result.getBoundingClientRect();
    if (top > innerHeight * 0.7 && !this.options.apps.isOpen()) view.scrollIntoView({ block: "start" });
    const { label, facts } = callFacts(outcome);
    announce(`${displayName(this.tool, 60)}: ${[label, ...facts].join(", ")}`);
  }
}
