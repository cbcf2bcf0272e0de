import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { freshId } from "../dom/attributes";
import { announce } from "../dom/page";
import type { JsonNode } from "../json/node";
import { readJson } from "../json/read";
import { prettyJson } from "../json/write";
import { displayName } from "../text/printable";
import { CodeEditor } from "./code-editor";
import type { Draft } from "./draft";
import { pastedArguments } from "./pasted";

interface JsonColumnProps {
  readonly draft: Draft;
  /** The text to which the user can return. */
  readonly initial: string;
  readonly schema?: JsonNode;
  /** The tool that the draft is for. */
  readonly tool?: string;
  readonly onReset?: () => void;
  /** Gets the text area. */
  readonly area?: RefObject<HTMLTextAreaElement | null>;
}

/** A draft as JSON text, which the form edits too. */
export function JsonColumn(props: JsonColumnProps): VNode {
  const { draft, schema, area } = props;
  const [id] = useState(freshId);
  const [notice, setNotice] = useState("");
  useDraft(draft, () => setNotice(""));
  const problem = draft.error?.message ?? "";
  const repaired = draft.error && !draft.root ? pastedArguments(draft.text, schema) : undefined;
  return (
    <div class="column">
      <div class="column-head">
        <h3>
          <label for={id}>JSON</label>
        </h3>
        <Tools {...props} />
      </div>
      <CodeEditor
        text={draft.text}
        area={{
          id,
          ...(area && { ref: area }),
          "aria-describedby": `${id}-problem`,
          "aria-invalid": draft.error !== undefined,
          onInput: ({ currentTarget }) => draft.set(currentTarget.value, "text"),
          onPaste: (event) => setNotice(paste(event, props) ?? notice),
        }}
      />
      <div class="column-note">
        <p class="error" id={`${id}-problem`} role="status">
          {problem}
        </p>
        <button
          type="button"
          class="small"
          hidden={repaired === undefined}
          onClick={() => replaceText(draft, repaired?.json ?? draft.text)}
        >
          Repair
        </button>
        <p class="hint" role="status">
          {notice}
        </p>
      </div>
    </div>
  );
}

function Tools({ draft, initial, onReset }: JsonColumnProps): VNode {
  const reset = () => {
    draft.set(initial);
    onReset?.();
  };
  const format = () => {
    if (draft.root) draft.set(prettyJson(draft.root));
  };
  return (
    <span class="field-actions">
      <button type="button" class="quiet small" onClick={format}>
        Format
      </button>
      <CopyButton text={() => draft.text} />
      <button type="button" class="quiet small" onClick={reset}>
        Reset
      </button>
    </span>
  );
}

// Draws again when the draft changes.
function useDraft(draft: Draft, onChange: () => void): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(
    () =>
      draft.onChange(() => {
        onChange();
        redraw(undefined);
      }),
    [draft],
  );
}

function replaceText(draft: Draft, text: string): void {
  draft.set(text.includes("\n") ? text : prettyJson(readJson(text)));
}

// A text pasted in place of the whole JSON may contain the arguments in another form. Returns what is to be said of them.
function paste(event: ClipboardEvent, { draft, initial, schema, tool }: JsonColumnProps): string | undefined {
  const area = event.currentTarget as HTMLTextAreaElement;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const others = area.value.slice(0, area.selectionStart) + area.value.slice(area.selectionEnd);
  const isWhole = /^[\s{}]*$/.test(others) || draft.text === initial;
  const found = isWhole ? pastedArguments(text, schema) : undefined;
  if (found === undefined) return undefined;
  event.preventDefault();
  replaceText(draft, found.json);
  announce("Replaced the JSON by the pasted arguments");
  const isOther = tool !== undefined && found.tool !== undefined && found.tool !== tool;
  return isOther ? `Taken from a call of ${displayName(found.tool, 60)}, which is another tool.` : "";
}
