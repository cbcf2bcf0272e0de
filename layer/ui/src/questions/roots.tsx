import { signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { VERBATIM } from "../dom/attributes";
import { flushed } from "../dom/flushed";
import { store, stored } from "../dom/storage";
import { FieldError, FieldFrame } from "../form/field";
import { Field, inputProps } from "../form/field-model";
import { storageKey } from "../settings";
import { resultActions } from "./answers";
import type { CardMaker } from "./card";
import { parsedRoots, rootProblem, rootsResult } from "./root-list";

// The roots of the person, which are kept in the browser as a setting.
const ROOTS_KEY = storageKey("roots");

export const roots: CardMaker = (_, onChange) => {
  const list = new RootList(onChange);
  return {
    title: "asks for your roots",
    body: <p class="hint">Roots are the folders that the server should work in. They grant no access by themselves.</p>,
    editor: <RootsEditor list={list} />,
    note: "Submit keeps the list in this browser. Decline sends an error.",
    actions: resultActions(() => list.read(), -1, "User declined to list roots"),
  };
};

/** A root as it is being edited. */
class RootRow {
  readonly field = new Field(true, undefined);

  constructor(
    public uri = "",
    public name = "",
  ) {}
}

class RootList {
  readonly rows = signal(parsedRoots(stored(ROOTS_KEY) ?? "").map(({ uri, name }) => new RootRow(uri, name)));
  readonly adder = createRef<HTMLButtonElement>();

  constructor(private readonly onChange: () => void) {}

  add(): void {
    const row = new RootRow();
    flushed(() => (this.rows.value = [...this.rows.peek(), row]));
    row.field.target?.focus();
    this.onChange();
  }

  remove(row: RootRow): void {
    flushed(() => (this.rows.value = this.rows.peek().filter((other) => other !== row)));
    (this.rows.peek().at(-1)?.field.target ?? this.adder.current)?.focus();
    this.onChange();
  }

  /** Keeps the roots and returns the result; nothing if a root is malformed, having shown why. */
  read(): string | undefined {
    const rows = this.rows.peek();
    for (const { field, uri } of rows) field.error.value = rootProblem(uri.trim());
    const wrong = rows.find(({ field }) => field.error.peek() !== "");
    wrong?.field.target?.focus();
    if (wrong) return undefined;
    const result = rootsResult(rows.map(({ uri, name }) => ({ uri: uri.trim(), name: name.trim() })));
    store(ROOTS_KEY, result);
    return result;
  }
}

function RootsEditor({ list }: { readonly list: RootList }): VNode {
  return (
    <div class="question-part">
      <ul class="form">
        {list.rows.value.map((row) => (
          <li key={row.field.frameId}>
            <RootFields row={row} onRemove={() => list.remove(row)} />
          </li>
        ))}
      </ul>
      <div class="add">
        <button type="button" class="small chip" aria-label="Add root" ref={list.adder} onClick={() => list.add()}>
          Add root
        </button>
      </div>
    </div>
  );
}

function RootFields({ row, onRemove }: { readonly row: RootRow; readonly onRemove: () => void }): VNode {
  const { field } = row;
  const shared = { ...VERBATIM, "aria-describedby": field.errorId };
  return (
    <FieldFrame field={field}>
      <div class="question-root">
        <input
          {...inputProps(field, { id: field.targetId })}
          {...shared}
          aria-label="URI of the root"
          placeholder="file:///home/me/project"
          defaultValue={row.uri}
          onInput={({ currentTarget }) => (row.uri = currentTarget.value)}
        />
        <input
          {...shared}
          aria-label="Name of the root"
          placeholder="Name (optional)"
          defaultValue={row.name}
          onInput={({ currentTarget }) => (row.name = currentTarget.value)}
        />
        <button type="button" class="quiet small" aria-label="Remove the root" onClick={onRemove}>
          Remove
        </button>
      </div>
      <FieldError field={field} />
    </FieldFrame>
  );
}
