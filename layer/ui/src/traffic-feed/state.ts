// The state of the stream of the traffic, in words.

import { formatNumber } from "../text/units";

export type FeedState =
  // Nobody has asked for the traffic yet.
  | { readonly kind: "off" }
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  // `at` is the time of the next attempt, since the epoch.
  | { readonly kind: "reconnecting"; readonly at: number; readonly reason: string }
  // The page has been hidden for long.
  | { readonly kind: "paused" }
  | { readonly kind: "refused"; readonly reason: string };

/** `now` is the time since the epoch. */
export function stateWords(state: FeedState, now: number): string {
  switch (state.kind) {
    case "off":
      return "Not followed";
    case "connecting":
      return "Connecting…";
    case "live":
      return "Live";
    case "reconnecting": {
      const seconds = Math.max(0, Math.ceil((state.at - now) / 1000));
      return seconds > 0 ? `Reconnecting in ${formatNumber(seconds)} s` : "Reconnecting…";
    }
    case "paused":
      return "Paused while the page was hidden";
    case "refused":
      return "Refused";
  }
}
