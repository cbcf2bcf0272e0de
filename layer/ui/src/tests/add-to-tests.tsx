// The button that makes a test of a call, and its dialog.

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { VERBATIM, freshId } from "../dom/attributes";
import { downloadBytes } from "../dom/downloads";
import { openNotice } from "../dom/notice-dialog";
import { announce } from "../dom/page";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { TextViewer } from "../viewer/text-viewer";
import { type Requested, expectationsOf, testText } from "./draft";
import { addTest, list } from "./model";

// Maximum number of characters in a test's name. A longer one is cut.
const LONGEST_NAME = 100;

interface AddToTestsProps {
  /** Called when the dialog opens. */
  readonly requested: () => Requested;
  readonly isQuiet?: boolean;
}

export function AddToTests({ requested, isQuiet = false }: AddToTestsProps): VNode {
  const open = () =>
    openNotice({
      name: "add-test",
      title: "Add to tests",
      children: <Draft requested={requested()} />,
      hasAction: true,
    });
  return (
    <button type="button" class={isQuiet ? "quiet small" : "small"} onClick={open}>
      Add to tests
    </button>
  );
}

export function Draft({ requested }: { readonly requested: Requested }): VNode {
  const offered = useMemo(() => expectationsOf(requested), [requested]);
  const [id] = useState(freshId);
  const [name, setName] = useState(requested.name.slice(0, LONGEST_NAME));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offered.filter(({ isChosen }) => isChosen).map(({ line }) => line)),
  );
  const choose = (line: string, isChosen: boolean) => {
    const lines = new Set(chosen);
    if (isChosen) lines.add(line);
    else lines.delete(line);
    setChosen(lines);
  };
  const lines = offered.map(({ line }) => line).filter((line) => chosen.has(line));
  const text = testText(name.trim() || requested.name, requested, lines);
  return (
    <>
      <label class="field">
        <span>Name</span>
        <input
          {...VERBATIM}
          maxLength={LONGEST_NAME}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter would close the dialog.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      </label>
      <div role="group" aria-labelledby={id}>
        <span id={id}>{offered.length > 0 ? "Expected" : "Expected: no error"}</span>
        {offered.map(({ label, line }) => (
          <div key={line}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(line)}
                onChange={(event) => choose(line, event.currentTarget.checked)}
              />
              {` ${label}`}
            </label>
          </div>
        ))}
      </div>
      <TextViewer key={text} text={text} label="The test" filename="call.mcp-ui.yaml" />
      <Destination text={text} />
    </>
  );
}

function Destination({ text }: { readonly text: string }): VNode {
  const [outcome, setOutcome] = useState({ isProblem: false, words: "" });
  const known = list.value;
  const file = printable(known?.file.split(/[\\/]/).at(-1) ?? "", 60);
  const write = async () => {
    const done = await addTest(text).then(
      () => ({ isProblem: false, words: `Added to ${file}.` }),
      (problem: unknown) => ({ isProblem: true, words: messageOf(problem) }),
    );
    setOutcome(done);
    announce(done.words);
  };
  return (
    <p>
      {known?.isWritable ? (
        <button type="button" class="primary" onClick={() => void write()}>
          {`Write to ${file}`}
        </button>
      ) : (
        <button type="button" class="primary" onClick={() => downloadBytes(`tests:\n${text}`, "call.mcp-ui.yaml")}>
          Save as file
        </button>
      )}{" "}
      <span class={outcome.isProblem ? "error" : "hint"} role="status">
        {outcome.words || (known?.isWritable ? "" : "mcp-ui test runs it.")}
      </span>
    </p>
  );
}
