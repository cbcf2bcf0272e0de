import { signal } from "@preact/signals";
import { RunLog } from "../log/run-log";
import { Conversation, type ConversationOptions } from "./conversation";
import { RunBar } from "./run-bar";
import { RunProgress } from "./run-progress";

interface RunOptions {
  /** Called when the person wants to run it. */
  readonly onRun: () => void;
  /** The label of the button; "Run" by default. */
  readonly label?: string;
}

/** Something that can be run again and again, one run at a time, with all that is shown of the last run but its result. */
export class Run {
  readonly bar: RunBar;
  readonly progress = new RunProgress();
  readonly log = new RunLog();
  /** The last run; undefined before the first one, and after it was dismissed. */
  readonly conversation = signal<Conversation | undefined>(undefined);

  constructor({ onRun, label }: RunOptions) {
    this.bar = new RunBar(onRun, () => this.cancel(), label);
  }

  isRunning(): boolean {
    return this.conversation.peek()?.isRunning() === true;
  }

  /** Begins a run in place of the last one. Resolves when it has ended. */
  begin(options: Omit<ConversationOptions, "parts">): Promise<void> {
    const conversation = new Conversation({ ...options, parts: this });
    this.conversation.value = conversation;
    return conversation.play();
  }

  /** Cancels the run under way. */
  cancel(): void {
    this.conversation.peek()?.cancel();
  }

  /** Ends the run under way. A task goes on without it. */
  leave(): void {
    this.conversation.peek()?.leave();
  }

  /** No longer shows the questions and rounds of the last run. */
  dismiss(): void {
    this.conversation.value = undefined;
  }
}
