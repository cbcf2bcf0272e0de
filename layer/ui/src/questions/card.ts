import { VERBATIM, button, element, freshId } from "../dom/element";
import { rawOf } from "../json/node";
import { tryReadJson } from "../json/read";
import { jsonTree } from "../viewer/tree";
import type { Answer, Question, QuestionCard } from "./question";

// A card for a question, answered by JSON text.
export function questionCard({ method, params, server }: Question, onAnswer: () => void): QuestionCard {
  const area = element("textarea.code", { id: freshId(), ...VERBATIM, rows: 3 });
  const status = element("p.hint", { role: "status" });
  let answer: Answer | undefined;
  const set = (given: Answer) => {
    answer = given;
    onAnswer();
  };
  const answerIt = () => {
    const node = tryReadJson(area.value);
    if (node) set({ result: rawOf(node) });
    else status.textContent = "The answer is not JSON.";
  };
  const refuse = () => set({ error: '{"code":-1,"message":"The user refused."}' });
  const buttons = element("p.actions", button("Answer", answerIt, "primary"), button("Refuse", refuse));
  const enable = (enabled: boolean, text: string) => {
    area.readOnly = !enabled;
    buttons.hidden = !enabled;
    status.textContent = text;
  };
  const label = element("label", { for: area.id }, `Answer to ${method} of ${server}`);
  return {
    element: element("div.question", params && jsonTree(params), label, area, buttons, status),
    get answer() {
      return answer;
    },
    sent: () => enable(false, "Sent."),
    reopen: () => enable(true, ""),
    close: (reason) => enable(false, reason),
    fail: (message) => enable(true, message),
  };
}
