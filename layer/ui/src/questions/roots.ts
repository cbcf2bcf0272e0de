import { VERBATIM, button, element, freshId } from "../dom/element";
import { store, stored } from "../dom/storage";
import { ROOT_PATH, settings } from "../settings";
import { refused } from "./answers";
import { frame } from "./frame";
import type { JsonEditor } from "./json-editor";
import type { Question, QuestionCard } from "./question";
import { type Root, parsedRoots, rootProblem, rootsResult } from "./root-list";

// The roots of the person, which are kept in the browser as a setting.
const ROOTS_KEY = `mcp-explorer roots ${settings.historyKey || ROOT_PATH}`;

export function rootsCard(question: Question, onAnswer: () => void): QuestionCard {
  const editor = rootsEditor();
  const submit = () => {
    const result = editor.read();
    return result === undefined ? undefined : { result };
  };
  return frame(question, onAnswer, {
    title: "asks for your roots",
    body: [
      element(
        "p.hint",
        "Roots are the directories that the server should work in. They grant no access by themselves.",
      ),
    ],
    editor: editor.element,
    note: "Submit sends this list and keeps it in this browser for the next time. Decline answers with an error.",
    actions: [
      { label: "Submit", outcome: "submitted", answer: submit },
      { label: "Decline", outcome: "declined", answer: () => refused(-1, "User declined to list roots") },
    ],
  });
}

interface Row {
  readonly node: HTMLElement;
  readonly uri: HTMLInputElement;
  readonly slot: HTMLElement;
  readonly root: () => Root;
}

export function rootsEditor(): JsonEditor {
  let rows: Row[] = [];
  const list = element("ul.form");
  const add = (root: Root) => {
    const remove = () => {
      rows = rows.filter((other) => other !== row);
      row.node.remove();
      (rows.at(-1)?.uri ?? adder).focus();
      list.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const row = rootRow(root, remove);
    rows.push(row);
    list.append(row.node);
    return row;
  };
  const adder = button("+ root", () => add({ uri: "", name: "" }).uri.focus(), "small chip", {
    "aria-label": "Add a root",
  });
  for (const root of parsedRoots(stored(ROOTS_KEY) ?? "")) add(root);
  const read = () => {
    const problems = rows.map(({ uri, slot }) => {
      const problem = rootProblem(uri.value.trim()) ?? "";
      slot.textContent = problem;
      uri.setAttribute("aria-invalid", String(problem !== ""));
      return problem;
    });
    const wrong = rows[problems.findIndex(Boolean)];
    wrong?.uri.focus();
    if (wrong) return undefined;
    const result = rootsResult(rows.map(({ root }) => root()));
    store(ROOTS_KEY, result);
    return result;
  };
  return { element: element("div.question-editor", list, element("div.add", adder)), read };
}

function rootRow({ uri: address, name: title }: Root, onRemove: () => void): Row {
  const slot = element("p.error", { id: freshId() });
  const described = { "aria-label": "URI of the root", "aria-describedby": slot.id };
  const uri = element("input.code", {
    value: address,
    placeholder: "file:///home/me/project",
    ...described,
    ...VERBATIM,
  });
  const name = element("input", {
    value: title,
    placeholder: "Name (optional)",
    "aria-label": "Name of the root",
    ...VERBATIM,
  });
  const remove = button("Remove", onRemove, "quiet small", { "aria-label": "Remove the root" });
  const node = element("li.field", element("div.question-root", uri, name, remove), slot);
  return { node, uri, slot, root: () => ({ uri: uri.value.trim(), name: name.value.trim() }) };
}
