// Advice on the JSON-RPC errors of a call, with a button that follows it.

import type { ComponentChildren, VNode } from "preact";
import { signal } from "@preact/signals";
import { type MaybeNode, itemsOf, rawOf, stringOf, valueOf } from "../json/node";
import type { Outcome } from "../protocol/outcome";
import { server } from "../protocol/server";
import { printable } from "../text/printable";
import { hasHostEndpoint, offersSignIn } from "../protocol/host";
import { restartServer } from "../protocol/restart";
import { openSignIn } from "../sign-in/dialog";
import { capabilityName, client, requiredPaths, setClient } from "../protocol/client";
import { QuestionList, QuestionListView } from "./question-list";
import { needsOlder, revisionProblem } from "./revisions";
import { serverName } from "./server-name";

// The addresses of one error that are shown. Further ones are only counted.
const MOST_ADDRESSES = 20;

const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
const UNSUPPORTED_VERSION = -32022;
const ADDRESS_REQUIRED = -32042;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

export interface AdviceActions {
  /** Runs the tool again. */
  readonly again: () => void;
  readonly validate: () => void;
}

/** Advice on a failed call, if there is any. */
export function errorAdvice(outcome: Outcome, { again, validate }: AdviceActions): VNode | undefined {
  const { code, root } = outcome;
  if (needsOlder(outcome, server.value)) return inOlder(again);
  const { challenge, status } = outcome;
  // A server that asks for more scopes than were granted answers 403, which programs around the page turn into 401.
  if (offersSignIn() && (status === 401 || (status === 403 && challenge !== undefined))) {
    const demand =
      status === 403 ? "The server asks for more than you have granted." : "The server asks you to sign in.";
    const text = `${demand} The call goes on afterwards, with the same arguments.`;
    return advice(text, <Primary label="Sign in" onClick={() => openSignIn(again, { challenge })} />);
  }
  const data = valueOf(root, "data");
  // The program that runs the server says so when its process has ended.
  if (valueOf(data, "stderr") && hasHostEndpoint("restart")) {
    return advice(
      "The server’s process has ended.",
      <Primary label="Restart it and run again" onClick={() => restartServer().then(again, again)} />,
    );
  }
  const advised = (text: string) => advice(text, <RunAgain again={again} />);
  switch (code) {
    case HEADER_MISMATCH:
      return advised("The headers did not match the call. The tool may have changed: press Reload, then run it again.");
    case MISSING_CAPABILITY:
      return missingCapability(valueOf(data, "requiredCapabilities"), again);
    case UNSUPPORTED_VERSION: {
      const versions = itemsOf(valueOf(data, "supported")).slice(0, 20);
      const names = versions.map((version) => printable(stringOf(version) ?? rawOf(version), 40)).join(", ");
      const text = `The server supports ${names || "other revisions of MCP"}.`;
      return client.value.revision === "newest"
        ? advice(text, <InOlder again={again} />)
        : advised(`${text} Pick another revision in the client settings.`);
    }
    case ADDRESS_REQUIRED:
      return addresses(data, again);
    case METHOD_NOT_FOUND:
      return advised(
        "The server does not have this method. It may have changed: press Reload, then run the tool again.",
      );
    case INVALID_PARAMS:
      return advice(
        "The server does not accept the arguments. Validate compares them with the schema. If they fit, the server checks more than " +
          "its schema says, or the tool has changed: press Reload.",
        <div class="values">
          <Primary label="Validate" onClick={validate} />
          <RunAgain again={again} />
        </div>,
      );
    default:
      return undefined;
  }
}

function advice(text: string, actions?: ComponentChildren): VNode {
  return (
    <div class="advice">
      <p>{text}</p>
      {actions}
    </div>
  );
}

interface PrimaryProps {
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => unknown;
}

function Primary({ label, isDisabled = false, onClick }: PrimaryProps): VNode {
  return (
    <button type="button" class="primary" disabled={isDisabled} onClick={onClick}>
      {label}
    </button>
  );
}

interface AgainProps {
  readonly again: () => void;
}

function RunAgain({ again }: AgainProps): VNode {
  return (
    <button type="button" onClick={again}>
      Run again
    </button>
  );
}

// The tool asks in the way of the older revisions.
function inOlder(again: () => void): VNode {
  const problem = revisionProblem("older", server.value);
  const text = "The tool may need to ask during the call, which works in the older revisions.";
  return problem === undefined ? advice(text, <InOlder again={again} />) : advice(`${text} ${problem}`);
}

function InOlder({ again }: AgainProps): VNode {
  const run = () => {
    setClient({ revision: "older" });
    again();
  };
  return <Primary label="Run again in 2025-11-25" onClick={run} />;
}

function missingCapability(required: MaybeNode, again: () => void): VNode {
  const paths = requiredPaths(required) ?? [];
  if (paths.length === 0) {
    return advice(
      `The tool needs a capability that this page does not have: ${printable(required ? rawOf(required) : "?", 300)}`,
    );
  }
  const names = paths.map(capabilityName).join(", ");
  if (paths.every((path) => client.value.allowed.includes(path))) {
    return advice(
      `The server asks for ${names}, which this page already offers. Try another revision in the client settings.`,
    );
  }
  const allow = () => {
    setClient({ allowed: [...new Set([...client.value.allowed, ...paths])] });
    again();
  };
  return advice(
    `The tool needs ${names}, which is switched off in the client settings.`,
    <Primary label={`Allow ${names} and run again`} onClick={allow} />,
  );
}

// Addresses that the user is to visit before the call can succeed.
function addresses(data: MaybeNode, again: () => void): VNode {
  const all = itemsOf(valueOf(data, "elicitations"));
  const shown = all.slice(0, MOST_ADDRESSES);
  const isComplete = signal(shown.length === 0);
  const list = new QuestionList(
    shown.map((params) => ({ method: "elicitation/create", params, server: serverName() })),
    (complete) => (isComplete.value = complete),
  );
  const rest = all.length > shown.length ? `, ${all.length} in all` : "";
  const Retry = () => <Primary label="Run again" isDisabled={!isComplete.value} onClick={again} />;
  return advice(
    `Open what the server asks for here${rest}, then run the tool again.`,
    <>
      <QuestionListView list={list} />
      <Retry />
    </>,
  );
}
