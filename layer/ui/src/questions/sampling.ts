// Sampling: a server asks a model. The person at the page is the model.

import { element, nameNode } from "../dom/element";
import { fillPaged } from "../dom/by-hand";
import { type MaybeNode, itemsOf, membersOf, textAt, valueOf } from "../json/node";
import { compactJson } from "../json/write";
import { clipped } from "../text/printable";
import { resultActions } from "./answers";
import { conversation } from "./conversation";
import { frame } from "./frame";
import { lastAnswer } from "./last-answer";
import { messageText } from "./message";
import { offeredTools, toolList } from "./offered-tools";
import type { Question, QuestionCard } from "./question";
import { samplingEditor } from "./sampling-editor";

// Members that are shown in another way.
const SHOWN = ["messages", "systemPrompt", "tools", "_meta"];

export function samplingCard(question: Question, onAnswer: () => void): QuestionCard {
  const { params, server, method } = question;
  const tools = offeredTools(params);
  const { element: view, read, fill } = samplingEditor(tools);
  const saved = lastAnswer([server, method], fill);
  const readAndKeep = () => {
    const result = read();
    if (result !== undefined) saved.keep(result);
    return result;
  };
  const system = textAt(params, "systemPrompt");
  return frame(question, onAnswer, {
    title: "asks a model",
    body: [
      element("p.hint", "No model is connected: you answer in its place."),
      system !== undefined && element("div", element("h4", "System prompt"), messageText(system, "System prompt")),
      conversation(itemsOf(valueOf(params, "messages"))),
      facts(params),
      tools.length > 0 && toolList(tools),
    ],
    editor: [saved.element, view],
    note: "Decline sends an error.",
    actions: resultActions(readAndKeep, -1, "User rejected sampling request"),
  });
}

// The limits, the preferences and whatever else the request has, under the names of the specification.
function facts(params: MaybeNode): HTMLElement {
  const members = membersOf(params).filter(({ key }) => !SHOWN.includes(key));
  const list = element("ul.question-facts");
  const row = (index: number) => {
    const { key, value } = members[index]!;
    return element("li", element("span.key", nameNode(key, 60)), element("code", clipped(compactJson(value), 1000)));
  };
  return element("div", list, fillPaged(list, members.length, row, 20));
}
