import type { HistoryEntry } from "./entries";

// What is shown with an item that opens: arguments, or a stored call, whose app is given its arguments and its result.
export interface Opening {
  readonly argumentsText?: string;
  readonly call?: HistoryEntry;
  readonly opensApp?: boolean;
}
