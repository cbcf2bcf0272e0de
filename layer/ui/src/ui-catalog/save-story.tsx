// The button that saves the data of a result as a story of its UI.

import { type VNode, render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { VERBATIM, freshId } from "../dom/attributes";
import { element } from "../dom/element";
import { type MaybeNode, rawOf } from "../json/node";
import { compactObject } from "../json/write";
import { uiLink } from "../protocol/links";
import { fetchText } from "../protocol/requests";
import { ROOT_PATH, settings } from "../settings";
import { messageOf } from "../text/error";
import { displayName } from "../text/printable";
import { toolNamed } from "../tools/catalog";
import { declaredApp } from "../tools/declared-app";
import { addedUi, renderDataIn } from "../apps/added/added";

const LONGEST_NAME = 64;

export interface StorySource {
  readonly tool: string;
  readonly result: MaybeNode;
  readonly argumentsText: string;
}

// Returns undefined where there is nothing to save. The button comes later, once the catalog has been asked for the tool's UI.
export function storyAction({ tool: name, result, argumentsText }: StorySource): HTMLElement | undefined {
  const data = renderDataIn(result);
  const tool = toolNamed(name);
  const app = tool && declaredApp(tool);
  if (!settings.hasUis || !settings.mayExecute || !app || !data) return undefined;
  const room = element("div.save-story");
  void addedUi(app.uri).then((ui) => {
    if (!ui?.isWritable) return;
    const save = async (story: string) => {
      const body = compactObject([
        ["name", JSON.stringify(story)],
        ["data", rawOf(data)],
        ["arguments", argumentsText.trim() || "{}"],
      ]);
      await fetchText(`${ROOT_PATH}/uis/${encodeURIComponent(ui.name)}/stories`, { method: "POST", body });
    };
    render(<SaveStory ui={ui.name} save={save} />, room);
  });
  return room;
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
