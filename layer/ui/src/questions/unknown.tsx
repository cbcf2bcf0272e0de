import { Name } from "../dom/name";
import { Draft } from "../form/draft";
import { resultActions } from "./answers";
import type { CardMaker } from "./card";
import { AnswerEditor } from "./editor";
import { JsonView } from "./json-view";

/** A request in a method that this page does not know. */
export const unknown: CardMaker = ({ method, params }, onChange) => {
  const draft = new Draft("{}", "result");
  draft.onChange(onChange);
  const { view, read } = new AnswerEditor(draft);
  return {
    title: "sent a request in a method that this page does not know",
    body: (
      <>
        <p>
          <code>
            <Name text={method} />
          </code>
        </p>
        {params && <JsonView json={params} label="Parameters of the request" />}
      </>
    ),
    editor: view,
    note: "Decline sends the error “Method not found”.",
    actions: resultActions(read, -32601, "Method not found"),
    showsParams: true,
  };
};
