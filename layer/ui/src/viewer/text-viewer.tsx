// Shows a text of any size, in blocks that are added in time slices and laid out when they become visible.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { CopyButton } from "../dom/copy";
import { downloadBytes } from "../dom/downloads";
import { ToggleButton } from "../dom/toggle-button";
import type { JsonNode, MaybeNode } from "../json/node";
import { prettyJson, writingJson } from "../json/write";
import { type Steps, finish, finishInSlices } from "../scheduling/slices";
import { type ShownText, ViewerSearch } from "./search";
import { endOfBlock } from "./blocks";

export const SMALL_TEXT = 1500;
const SHORT_TEXT = 200;

interface TextViewerProps {
  readonly text: string;
  readonly label: string;
  readonly filename: string;
  /** The parsed text, if it is JSON; it can then be shown formatted. */
  readonly json?: MaybeNode;
  /** True if JSON is formatted at first, as it is by default. */
  readonly format?: boolean;
  /** Buttons for the bar. */
  readonly actions?: ComponentChildren;
}

/** A text that can be searched, wrapped, copied and saved. */
export function TextViewer({ text, label, filename, json, format = Boolean(json), actions }: TextViewerProps): VNode {
  const [isFormatted, setFormatted] = useState(format);
  const [isWrapped, setWrapped] = useState(true);
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownText>({ blocks: [], text }).current;
  // Counts the texts that were shown in full.
  const version = useSignal(0);
  useLayoutEffect(() => {
    const work = new AbortController();
    const content = json && isFormatted ? json : text;
    const isLarge = text.length > SMALL_TEXT;
    void show(shown, body.current!, content, isLarge ? work.signal : undefined).then(() => (version.value += 1));
    return () => work.abort();
  }, [text, json, isFormatted]);
  return (
    <div class="viewer">
      <div class="viewer-bar">
        {text.length > SMALL_TEXT && <ViewerSearch shown={shown} body={body} version={version} />}
        {actions}
        {json && <ToggleButton label="Format" isPressed={isFormatted} onToggle={setFormatted} />}
        {text.length > SHORT_TEXT && <ToggleButton label="Wrap" isPressed={isWrapped} onToggle={setWrapped} />}
        <CopyButton text={() => shown.text} />
        {text.length > SHORT_TEXT && (
          <button type="button" class="quiet small" onClick={() => downloadBytes(text, filename)}>
            Download
          </button>
        )}
      </div>
      <div
        class={isWrapped ? "text-body" : "text-body unwrapped"}
        tabIndex={0}
        role="region"
        aria-label={label}
        ref={body}
      />
    </div>
  );
}

// Fills the body, which Preact leaves alone. A large text is written and filled in in slices.
async function show(
  shown: ShownText,
  body: HTMLElement,
  content: string | JsonNode,
  signal?: AbortSignal,
): Promise<void> {
  body.replaceChildren();
  shown.blocks = [];
  if (!signal) {
    finish(fillingBlocks(shown, body, typeof content === "string" ? content : prettyJson(content)));
    return;
  }
  body.setAttribute("aria-busy", "true");
  try {
    const text = typeof content === "string" ? content : await finishInSlices(writingJson(content, "  "), signal);
    await finishInSlices(fillingBlocks(shown, body, text), signal);
    body.removeAttribute("aria-busy");
  } catch (problem) {
    if (!signal.aborted) throw problem;
  }
}

function* fillingBlocks(shown: ShownText, body: HTMLElement, text: string): Steps<void> {
  shown.text = text;
  for (let start = 0; start < text.length;) {
    const { end, lines } = endOfBlock(text, start);
    const node = new Text(text.slice(start, end));
    const block = document.createElement("div");
    if (text.length > SMALL_TEXT) block.className = "block";
    block.append(node);
    block.style.setProperty("contain-intrinsic-block-size", `auto ${lines * 1.5}em`);
    body.append(block);
    shown.blocks.push({ start, node });
    start = end;
    yield;
  }
}
