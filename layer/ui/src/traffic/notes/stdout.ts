// The rule on text that a server writes to stdout, and that is no message.

import { NOTHING, type Rule, finding } from "./rule";

// The beginning of the reasons for which the layer keeps no message, if the text is none. A message may also be too large.
const NO_MESSAGE = "The message is not JSON";

export const TEXT_ON_STDOUT: Rule = {
  name: "text-on-stdout",
  check: ({ record: { kind, transport, from, note } }) =>
    kind === "unparsed" && transport === "stdio" && from === "server" && note?.startsWith(NO_MESSAGE)
      ? finding(
          "error",
          "The server wrote text to stdout that is no message. Stdout is for messages only: write everything else to stderr.",
        )
      : NOTHING,
};
