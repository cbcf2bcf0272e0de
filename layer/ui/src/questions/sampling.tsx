// Sampling: a server asks a model. The person at the page is the model.

import type { VNode } from "preact";
import { Name } from "../dom/name";
import { Paged } from "../dom/paged";
import { type MaybeNode, itemsOf, membersOf, textAt, valueOf } from "../json/node";
import { compactJson } from "../json/write";
import { clipped } from "../text/printable";
import { resultActions } from "./answers";
import type { CardMaker } from "./card";
import { LastAnswer, LastAnswerBar } from "./last-answer";
import { Message } from "./message";
import { OfferedTools, offeredTools } from "./offered-tools";
import { SamplingEditor } from "./sampling-editor";
import { Turns } from "./turns";

// Members that are shown in another way.
const SHOWN = ["messages", "systemPrompt", "tools", "_meta"];

export const sampling: CardMaker = ({ params, server, method }, onChange) => {
  const tools = offeredTools(params);
  const editor = new SamplingEditor(tools, onChange);
  const last = new LastAnswer([server, method]);
  const readAndKeep = () => {
    const result = editor.read();
    if (result !== undefined) last.keep(result);
    return result;
  };
  const system = textAt(params, "systemPrompt");
  return {
    title: "asks for a model’s reply",
    body: (
      <>
        <p class="hint">No model connected: write the reply yourself</p>
        {system !== undefined && (
          <div>
            <h4>System prompt</h4>
            <Message text={system} label="System prompt" />
          </div>
        )}
        <Turns messages={itemsOf(valueOf(params, "messages"))} />
        <Facts params={params} />
        {tools.length > 0 && <OfferedTools tools={tools} />}
      </>
    ),
    editor: (
      <>
        <LastAnswerBar last={last} onUse={(earlier) => editor.fill(earlier)} />
        {editor.view}
      </>
    ),
    note: "Decline sends an error.",
    actions: resultActions(readAndKeep, -1, "User rejected sampling request"),
  };
};

// The limits, the preferences and whatever else the request has, under the names of the specification.
function Facts({ params }: { readonly params: MaybeNode }): VNode {
  const members = membersOf(params).filter(({ key }) => !SHOWN.includes(key));
  const row = (index: number) => {
    const { key, value } = members[index]!;
    return (
      <li>
        <span class="key">
          <Name text={key} limit={60} />
        </span>
        <code>{clipped(compactJson(value), 1000)}</code>
      </li>
    );
  };
  return (
    <div>
      <Paged count={members.length} subject={members} row={row} size={20}>
        {(rows) => <ul class="question-facts">{rows}</ul>}
      </Paged>
    </div>
  );
}
