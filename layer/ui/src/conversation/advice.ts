// Advice on the JSON-RPC errors of a call, with buttons that follow it.

import { button, element } from "../dom/element";
import { announce } from "../dom/page";
import { type JsonNode, type MaybeNode, itemsOf, rawOf, stringOf, valueOf } from "../json/node";
import { compactJson } from "../json/write";
import type { Outcome } from "../protocol/outcome";
import { clipped, printable } from "../text/printable";
import { type Capability, allow, requiredSwitches } from "./client";
import { QuestionList } from "./question-list";
import { serverName } from "./server-name";

const MOST_ADDRESSES = 20;

const WORDS: Readonly<Record<Capability, string>> = {
  form: "elicitation by form",
  url: "elicitation by URL",
  sampling: "sampling",
  samplingTools: "sampling with tools",
  samplingContext: "sampling with context",
  roots: "roots",
};

// Returns advice on a failed call; undefined if there is none. `again` runs the tool again.
export function errorAdvice({ code, root }: Outcome, again: () => void): HTMLElement | undefined {
  const data = valueOf(root, "data");
  const parts = code === undefined ? undefined : ADVICE.get(code)?.(data, again);
  return parts && element("div.advice", parts);
}

type Advice = (data: MaybeNode, again: () => void) => (HTMLElement | false)[];

const ADVICE: ReadonlyMap<number, Advice> = new Map<number, Advice>([
  [-32021, missingCapability],
  [
    -32020,
    (_, again) =>
      advised(
        "The server found headers that differ from the call. The tool's definition may have changed: reload the tools, and run it again.",
        again,
      ),
  ],
  [-32022, unsupportedVersion],
  [-32042, addresses],
  [
    -32601,
    (_, again) =>
      advised(
        "The server does not have this method. It may have changed: reload the tools, and run the tool again.",
        again,
      ),
  ],
  [
    -32602,
    (_, again) =>
      advised(
        "The server does not accept the arguments, or does not have this tool any more. Validate the arguments, or reload the tools.",
        again,
      ),
  ],
]);

function advised(text: string, again: () => void): HTMLElement[] {
  return [element("p", text), element("p", button("Run again", again))];
}

function missingCapability(data: MaybeNode, again: () => void): (HTMLElement | false)[] {
  const required = valueOf(data, "requiredCapabilities");
  const switches = requiredSwitches(required);
  if (!switches || switches.length === 0) {
    const named = required ? clipped(compactJson(required), 300) : "none that it names";
    return [element("p", `The tool needs a capability that this page does not have: ${named}.`)];
  }
  const words = [...new Set(switches)].map((name) => WORDS[name]).join(", ");
  const allowAndRun = () => {
    allow(switches);
    announce(`Allowed: ${words}`);
    again();
  };
  return [
    element("p", `The tool needs ${words}, which is switched off under Client.`),
    element("p", button(`Allow ${words} and run again`, allowAndRun, "primary")),
  ];
}

function unsupportedVersion(data: MaybeNode, again: () => void): HTMLElement[] {
  const versions = itemsOf(valueOf(data, "supported"))
    .slice(0, 20)
    .map((version) => printable(stringOf(version) ?? rawOf(version), 40));
  const supported = versions.length > 0 ? ` It supports ${versions.join(", ")}.` : "";
  return advised(
    `The server does not support the revision of MCP that was used.${supported} Choose another revision under Client.`,
    again,
  );
}

// Addresses that the user is to visit before the call can succeed.
function addresses(data: MaybeNode, again: () => void): (HTMLElement | false)[] {
  const all = itemsOf(valueOf(data, "elicitations"));
  const toQuestion = (params: JsonNode) => ({ method: "elicitation/create", params, server: serverName() });
  const retry = button("Run again", again, "primary");
  if (all.length === 0) return [element("p", "The server asks you to open an address, but names none."), retry];
  const list = new QuestionList(
    all.slice(0, MOST_ADDRESSES).map(toQuestion),
    (isComplete) => (retry.disabled = !isComplete),
  );
  retry.disabled = true;
  const rest = all.length - MOST_ADDRESSES;
  return [
    element("p", "The tool can run once you have opened these addresses and done what is asked for there."),
    list.element,
    rest > 0 && element("p.hint", `${rest} more are not shown.`),
    element("p", retry),
  ];
}
