import type { VNode } from "preact";
import { useKeyOf } from "../dom/key-of";
import type { Conversation } from "./conversation";
import type { Run } from "./run";

/** The parts of the last run before its result: rounds, questions, and the task. */
export function Rounds({ run }: { readonly run: Run }): VNode {
  const conversation = run.conversation.value;
  const key = useKeyOf(conversation);
  return (
    <div class="rounds" hidden={!conversation || conversation.parts.value.length === 0}>
      {conversation && <Parts key={key} conversation={conversation} />}
    </div>
  );
}

function Parts({ conversation }: { readonly conversation: Conversation }): VNode {
  return <div class="conversation">{conversation.parts.value}</div>;
}
