// HTML of a server that is not an app, in the sandbox of apps. It gets no network, no tools and no answers.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { asText, memberAt } from "../../json/plain";
import { messageOf } from "../../text/error";
import { printable } from "../../text/printable";
import { guardKeyboard } from "../focus/keyboard";
import { AppFrame } from "../frame/frame";
import { fetchPolicy } from "../frame/policy";
import { type OpenFrame, frameLimitProblem, openFrames } from "../model/open-frames";
import { documentText } from "../resource/document";
import { checkedHash } from "../resource/hash";

// The violations that are counted for a document. Further ones are ignored: the sandbox reports no more.
const MAX_BLOCKED = 50;
// The characters that are shown of a blocked address. A longer one is cut.
const LONGEST_ADDRESS = 200;

class HtmlFrame implements OpenFrame {
  readonly kind = "HTML";
  frame: AppFrame | undefined;
  thefts: readonly number[] = [];
  /** A remark on the document, such as what the sandbox has blocked. */
  readonly remark = signal("");
  /** Set once the frame has ended: the reason, if it is a failure. */
  readonly ended = signal<string | undefined>(undefined);
  readonly #life = new AbortController();
  #blocked = 0;

  constructor(
    private readonly text: string,
    private readonly title: string,
  ) {}

  /** Shows the document in a place. */
  async start(mount: HTMLElement): Promise<void> {
    const excess = frameLimitProblem();
    if (excess) return this.end("failed", excess);
    openFrames.add(this);
    guardKeyboard();
    const { signal } = this.#life;
    try {
      const html = documentText({ text: this.text });
      await checkedHash({ text: this.text }, "HTML");
      // Nothing that the document declares is granted.
      const { policy } = await fetchPolicy(undefined, false, signal);
      signal.throwIfAborted();
      this.#open(html, policy, mount);
    } catch (problem) {
      if (!signal.aborted) this.end("failed", messageOf(problem));
    }
  }

  #open(html: string, policy: string, mount: HTMLElement): void {
    const ignored = () => undefined;
    this.frame = new AppFrame(
      // A byte order mark would be text before the doctype.
      html.replace(/^\ufeff/, ""),
      // An origin for apps has storage, which they share. The page's own makes the document's opaque.
      { query: "", policy, origin: "", permissions: [], title: this.title, isPlain: true },
      {
        onMessage: (message) => this.#onReport(message),
        onShellReady: ignored,
        onWritten: ignored,
        onLoaded: ignored,
        onNavigated: () => this.#onNavigated(),
      },
    );
    mount.replaceChildren(this.frame.element);
  }

  // Any message can be forged, so a report is only shown, or ends the frame. No other message has an effect.
  #onReport(message: unknown): void {
    if (memberAt(message, "method") !== "ui/notifications/sandbox-report") return;
    const report = memberAt(message, "params");
    const kind = memberAt(report, "kind");
    if (kind === "navigation") return this.#onNavigated();
    if (kind !== "violation" || this.#blocked >= MAX_BLOCKED) return;
    this.#blocked += 1;
    const address = printable(asText(memberAt(report, "blocked") ?? ""), LONGEST_ADDRESS);
    const count = this.#blocked === MAX_BLOCKED ? `${MAX_BLOCKED} or more` : String(this.#blocked);
    this.remark.value = `Blocked by the sandbox: ${count}, the last one ${address}`;
  }

  #onNavigated(): void {
    this.end("failed", "The frame left the document and was removed.");
  }

  note(_kind: string, text: string): void {
    this.remark.value = text;
  }

  end(_phase: "closed" | "failed", failure = ""): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    this.frame?.remove();
    this.frame = undefined;
    openFrames.delete(this);
    this.ended.value = failure;
  }

  close(): Promise<void> {
    this.end("closed");
    return Promise.resolve();
  }
}

interface HtmlPageProps {
  readonly text: string;
  readonly title: string;
}

/** An HTML document in a frame, which ends with the component, or when it is taken out of the document. */
export function HtmlPage({ text, title }: HtmlPageProps): VNode {
  const page = useMemo(() => new HtmlFrame(text, title), [text, title]);
  const mount = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = mount.current!;
    const presence = new ResizeObserver(() => place.isConnected || page.end("closed"));
    presence.observe(place);
    void page.start(place);
    return () => {
      presence.disconnect();
      page.end("closed");
    };
  }, [page]);
  const ended = page.ended.value;
  return (
    <div class="html-frame">
      <p class="hint">Runs without network, tools and access to this page.</p>
      <div class="app-stage bordered">
        {ended === undefined ? <div key="frame" class="app-mount" ref={mount} /> : <Ended failure={ended} />}
        <p class="app-paused">Paused</p>
      </div>
      <p class="hint" role="status">
        {page.remark}
      </p>
    </div>
  );
}

function Ended({ failure }: { readonly failure: string }): VNode {
  return (
    <div key="ended" class="app-mount">
      {failure ? (
        <p class="failure" role="alert">
          {failure}
        </p>
      ) : (
        "Closed"
      )}
    </div>
  );
}
