import { copyButton } from "../dom/copy";
import { downloadBytes } from "../dom/downloads";
import { type Child, button, element } from "../dom/element";
import { toggleButton } from "../dom/toggle-button";
import type { MaybeNode } from "../json/node";
import { prettyJson, writingJson } from "../json/write";
import { type Steps, finish, finishInSlices } from "../scheduling/slices";
import { type ShownText, viewerSearch } from "./search";
import { endOfBlock } from "./blocks";

// Shows a text of any size, in blocks that are added in time slices and laid out when they become visible.
export const SMALL_TEXT = 1500;
const SHORT_TEXT = 200;

export interface TextViewerOptions {
  readonly label: string;
  readonly filename: string;
  // The parsed text, if it is JSON; it can then be shown formatted.
  readonly json?: MaybeNode;
  readonly format?: boolean;
  // Buttons for the bar.
  readonly actions?: Child;
}

export function textViewer(
  text: string,
  { label, filename, json, format = Boolean(json), actions }: TextViewerOptions,
): HTMLElement {
  const body = element("div.text-body", { tabindex: 0, role: "region", "aria-label": label });
  const shown: ShownText = { blocks: [], text };
  const search = text.length > SMALL_TEXT ? viewerSearch(shown, body) : undefined;
  let work: AbortController | undefined;

  const showInSlices = async (formatted: boolean, signal: AbortSignal) => {
    body.setAttribute("aria-busy", "true");
    const whole = json && formatted ? await finishInSlices(writingJson(json, "  "), signal) : text;
    await finishInSlices(fillingBlocks(shown, body, whole), signal);
    body.removeAttribute("aria-busy");
    search?.refresh();
  };
  const show = async (formatted: boolean) => {
    work?.abort();
    work = new AbortController();
    const { signal } = work;
    body.replaceChildren();
    shown.blocks = [];
    try {
      if (text.length > SMALL_TEXT) await showInSlices(formatted, signal);
      else finish(fillingBlocks(shown, body, json && formatted ? prettyJson(json) : text));
    } catch (problem) {
      if (!signal.aborted) throw problem;
    }
  };

  const wrap = (on: boolean) => body.classList.toggle("unwrapped", !on);
  void show(format);
  return element(
    "div.viewer",
    element(
      "div.viewer-bar",
      search?.bar,
      actions,
      json && toggleButton("Format", format, (formatted) => void show(formatted)),
      text.length > SHORT_TEXT && toggleButton("Wrap", true, wrap),
      copyButton(() => shown.text),
      text.length > SHORT_TEXT && button("Download", () => downloadBytes(text, filename), "quiet small"),
    ),
    body,
  );
}

function* fillingBlocks(shown: ShownText, body: HTMLElement, text: string): Steps<void> {
  shown.text = text;
  for (let start = 0; start < text.length;) {
    const { end, lines } = endOfBlock(text, start);
    const node = new Text(text.slice(start, end));
    const block = element(text.length > SMALL_TEXT ? "div.block" : "div", node);
    block.style.setProperty("contain-intrinsic-block-size", `auto ${lines * 1.5}em`);
    body.append(block);
    shown.blocks.push({ start, node });
    start = end;
    yield;
  }
}
