import { signal } from "@preact/signals";
import { RunLog } from "../log/run-log";
import { Conversation, type ConversationOptions } from "./conversation";
import { Progress } from "./progress";
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
  begin(options: Omit<ConversationOptions, "parts" | "isCurrent">): Promise<void> {
    const isCurrent = () => this.conversation.peek() === conversation;
    const conversation: Conversation = new Conversation({ ...options, parts: this, isCurrent });
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

  /** No longer shows anything of the last run, which ends unseen if it is under way. */
  dismiss(): void {
    this.conversation.peek()?.leave();
    this.conversation.value = undefined;
    this.bar.clear();
    this.progress.show(new Progress(), 0);
  }
}
