import type { HistoryEntry } from "../history/entries";
import type { ItemId } from "../protocol/links";

/** An item of the list that has been opened in the main pane, with its state. */
export interface ItemSession extends ItemId {
  readonly name: string;
  readonly element: HTMLElement;
  scrollTop: number;
  /** The arguments in the URL, as last read from it or written to it. */
  urlArguments: string | undefined;
  /** Set once the item is shown, so that it can be run. */
  readonly isShown: boolean;
  /** Set while the session must not be closed: a run is under way, an app is open, or a resource is watched. */
  readonly isNeeded: boolean;
  /** Requests the definition, if it is missing or outdated. */
  load(): Promise<void>;
  /** Marks what is shown as outdated: it may belong to another server or another token. */
  invalidate(): void;
  /**
   * Applies the arguments of a link, now or once there is a form. If they equal those of the previous URL, the form is
   * newer and is kept.
   */
  follow(argumentsText: string | undefined): void;
  /** Returns the arguments for the URL; undefined while they are the initial ones. */
  linkedArguments(): string | undefined;
  /** Runs the item, unless its arguments are invalid. */
  start(): Promise<void>;
  validate(): void;
  /** Shows a stored call, once the item is shown. `opensApp` gives it to the app of the tool. */
  showCall?(call: HistoryEntry, opensApp?: boolean): void;
  /** Ends all work of the session, and takes it off the page. */
  close(): void;
}

export interface SessionOptions {
  /** Called when a call of a tool begins or ends. */
  readonly onRunning: (tool: string, isRunning: boolean) => void;
  /** Called when the arguments have changed. */
  readonly onDraft: () => void;
}
