import type { HistoryEntry } from "../history/entries";

/** The arguments that an item opens with, or a stored call, whose app is given its arguments and its result. */
export interface Opening {
  readonly argumentsText?: string;
  readonly call?: HistoryEntry;
  readonly opensApp?: boolean;
  /** Called when the item is shown. */
  readonly onShown?: () => void;
}
