// The button that saves the data of a result as a story of its UI.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { VERBATIM, freshId } from "../dom/attributes";
import { type MaybeNode, rawOf } from "../json/node";
import { compactObject } from "../json/write";
import { uiLink } from "../protocol/links";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH, settings } from "../settings";
import { messageOf } from "../text/error";
import { displayName } from "../text/printable";
import { toolNamed } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { type AddedUi, addedUi, renderDataIn } from "../apps/added/added";

// Maximum number of characters in a story's name. No more can be typed.
const LONGEST_NAME = 64;

export interface StorySource {
  readonly tool: string;
  readonly result: MaybeNode;
  readonly argumentsText: string;
}

/** The button, once the catalog has been asked for the tool's UI; nothing where there is nothing to save. */
export function StoryAction({ tool: name, result, argumentsText }: StorySource): VNode | null {
  const data = useMemo(() => renderDataIn(result), [result]);
  const [ui, setUi] = useState<AddedUi>();
  const tool = toolNamed(name);
  const uri = settings.hasUis && settings.mayExecute && tool && data ? declaredApp(tool)?.uri : undefined;
  useEffect(() => {
    if (uri !== undefined) void addedUi(uri).then(setUi);
  }, [uri]);
  if (uri === undefined || !data) return null;
  const save = async (story: string) => {
    const body = compactObject([
      ["name", JSON.stringify(story)],
      ["data", rawOf(data)],
      ["arguments", argumentsText.trim() || "{}"],
    ]);
    await fetchText(`${ROOT_PATH}/uis/${encodeURIComponent(ui!.name)}/stories`, { method: "POST", body });
  };
  return <div class="save-story">{ui?.isWritable && <SaveStory ui={ui.name} save={save} />}</div>;
}

interface SaveStoryProps {
  readonly ui: string;
  // Fails with the reason of the server.
  readonly save: (name: string) => Promise<void>;
}

function SaveStory({ ui, save }: SaveStoryProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The field that had the focus is gone.
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const onSave = async (name: string) => {
    await save(name);
    setSaved(name);
    setOpen(false);
  };
  const open = () => {
    setSaved(undefined);
    setOpen(true);
  };
  return (
    <>
      {isOpen && <StoryName onSave={onSave} onCancel={() => setOpen(false)} />}
      {!isOpen && (
        <button type="button" ref={opener} class="small" onClick={open}>
          Save as story
        </button>
      )}
      <span class="hint" role="status">
        {saved !== undefined && (
          <>
            Saved as <a href={uiLink(ui, saved)}>{displayName(saved, LONGEST_NAME)}</a>.
          </>
        )}
      </span>
    </>
  );
}

interface StoryNameProps {
  readonly onSave: (name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function StoryName({ onSave, onCancel }: StoryNameProps): VNode {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [id] = useState(freshId);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = () => {
    field.current?.focus();
    const wanted = name.trim();
    if (!wanted) return;
    setProblem("");
    onSave(wanted).catch((problem: unknown) => setProblem(messageOf(problem)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel();
    if (event.key === "Enter" && !event.isComposing && !event.ctrlKey && !event.metaKey) submit();
  };
  return (
    <>
      <div class="joined">
        <input
          ref={field}
          aria-label="Name of the story"
          aria-describedby={id}
          aria-invalid={problem !== ""}
          placeholder="Name of the story"
          {...VERBATIM}
          maxLength={LONGEST_NAME}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="primary" onClick={submit}>
          Save
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
      <p class={problem ? "error" : "hint"} id={id} role="status">
        {problem || "Letters, digits, spaces, _ and -."}
      </p>
    </>
  );
}
