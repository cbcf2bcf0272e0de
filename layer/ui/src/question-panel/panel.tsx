// The panel of the questions that belong to no call of this page.

import type { VNode } from "preact";
import type { Dock } from "../dom/dock";
import { StreamQuestionsView } from "../conversation/stream-questions";
import { subscribeReports } from "../protocol/report-feed";
import { type AskedQuestion, asked, dismiss, handOver, takeReport } from "./model";

export function startQuestions(dock: Dock): void {
  const button = dock.add({ button: "questions-open", title: "Questions", draw: () => <Questions /> });
  asked.subscribe((all) => {
    const open = all.filter(({ isOpen }) => isOpen).length;
    if (all.length === 0) button.show(undefined);
    else if (open === 0) button.show(0);
    else button.show(open, open === 1 ? "waits for an answer" : "wait for an answer");
  });
  subscribeReports(takeReport);
}

/** The questions that wait, and the answered ones until they are dismissed. */
export function Questions(): VNode {
  return (
    <ul class="asked">
      {asked.value.map((question) => (
        <li key={question.id}>
          <Question question={question} />
        </li>
      ))}
    </ul>
  );
}

function Question({ question }: { readonly question: AskedQuestion }): VNode {
  const { calls, card, isOpen, problem } = question;
  return (
    <>
      <p class="hint">
        {calls.length === 0
          ? "The question belongs to no call of this page."
          : "The question may belong to any of these calls. Answer it here, or hand it to an agent. After 5 minutes, the newest one gets it."}
      </p>
      {isOpen && calls.length > 0 && (
        <div class="values">
          {calls.map((call) => (
            <button type="button" class="small" key={call.id} onClick={() => void handOver(question, call)}>
              Hand to {call.name}
            </button>
          ))}
        </div>
      )}
      {problem !== undefined && <p class="failure">{problem}</p>}
      <StreamQuestionsView questions={card} />
      {!isOpen && (
        <button type="button" class="small" onClick={() => dismiss(question)}>
          Dismiss
        </button>
      )}
    </>
  );
}
