// The rule on text that a server writes to stdout, and that is no message.

import { NOTHING, type Rule, finding } from "./rule";

export const TEXT_ON_STDOUT: Rule = {
  name: "text-on-stdout",
  // A message may also be unparsed because it is too large.
  check: ({ record: { kind, transport, from, reason } }) =>
    kind === "unparsed" && transport === "stdio" && from === "server" && reason === "no_message"
      ? finding(
          "error",
          "The server wrote text to stdout that is no message. Stdout is for messages only: write everything else to stderr.",
        )
      : NOTHING,
};
