import { VERBATIM, button, element } from "../dom/element";
import { errorSlot } from "../form/context";
import { store, stored } from "../dom/storage";
import { storageKey } from "../settings";
import { resultActions } from "./answers";
import { type Editor, reportChange } from "./editor";
import { frame } from "./frame";
import type { Question, QuestionCard } from "./question";
import { type Root, parsedRoots, rootProblem, rootsResult } from "./root-list";

// The roots of the person, which are kept in the browser as a setting.
const ROOTS_KEY = storageKey("roots");

export function rootsCard(question: Question, onAnswer: () => void): QuestionCard {
  const { element: view, read } = rootsEditor();
  return frame(question, onAnswer, {
    title: "asks for your roots",
    body: [
      element("p.hint", "Roots are the folders that the server should work in. They grant no access by themselves."),
    ],
    editor: view,
    note: "Submit keeps the list in this browser. Decline sends an error.",
    actions: resultActions(read, -1, "User declined to list roots"),
  });
}

interface Row {
  readonly node: HTMLElement;
  readonly uri: HTMLInputElement;
  // Shows what is wrong with the root, and returns it.
  readonly check: () => string;
  readonly root: () => Root;
}

export function rootsEditor(): Editor {
  let rows: Row[] = [];
  const list = element("ul.form");
  const add = (root: Root) => {
    const remove = () => {
      rows = rows.filter((other) => other !== row);
      row.node.remove();
      reportChange(list);
      (rows.at(-1)?.uri ?? adder).focus();
    };
    const row = rootRow(root, remove);
    rows.push(row);
    list.append(row.node);
    reportChange(list);
    return row;
  };
  const adder = button("Add root", () => add({ uri: "", name: "" }).uri.focus(), "small chip", {
    "aria-label": "Add root",
  });
  parsedRoots(stored(ROOTS_KEY) ?? "").forEach(add);
  const read = () => {
    const [wrong] = rows.filter(({ check }) => check() !== "");
    wrong?.uri.focus();
    if (wrong) return undefined;
    const result = rootsResult(rows.map(({ root }) => root()));
    store(ROOTS_KEY, result);
    return result;
  };
  return { element: element("div.question-part", list, element("div.add", adder)), read };
}

function rootRow(root: Root, onRemove: () => void): Row {
  const slot = errorSlot();
  const input = (label: string, value: string, placeholder: string) =>
    element("input", { value, placeholder, "aria-label": label, "aria-describedby": slot.id, ...VERBATIM });
  const uri = input("URI of the root", root.uri, "file:///home/me/project");
  const name = input("Name of the root", root.name, "Name (optional)");
  const remove = button("Remove", onRemove, "quiet small", { "aria-label": "Remove the root" });
  const check = () => {
    const problem = rootProblem(uri.value.trim());
    slot.textContent = problem;
    uri.setAttribute("aria-invalid", String(problem !== ""));
    return problem;
  };
  const node = element("li.field", element("div.question-root", uri, name, remove), slot);
  return { node, uri, check, root: () => ({ uri: uri.value.trim(), name: name.value.trim() }) };
}
