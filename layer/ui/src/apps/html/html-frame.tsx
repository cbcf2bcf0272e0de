// HTML of a server that is not an app, in the sandbox of apps. It gets no network, no tools and no answers.

import { element } from "../../dom/element";
import { asText, memberAt } from "../../json/plain";
import { guardKeyboard } from "../focus/keyboard";
import { AppFrame } from "../frame/frame";
import { fetchPolicy } from "../frame/policy";
import { type OpenFrame, frameLimitProblem, openFrames } from "../model/open-frames";
import { documentText } from "../resource/document";
import { checkedHash } from "../resource/hash";
import { messageOf } from "../../text/error";
import { printable } from "../../text/printable";

// The sandbox reports no more violations of a document.
const MAX_BLOCKED = 50;
const LONGEST_ADDRESS = 200;

export class HtmlFrame implements OpenFrame {
  readonly kind = "HTML";
  frame: AppFrame | undefined;
  thefts: readonly number[] = [];
  private readonly mount = element("div.app-mount");
  private readonly remarks = element("p.hint", { role: "status" });
  private readonly life = new AbortController();
  // A frame that has been taken out of the document ends.
  private readonly presence = new ResizeObserver(() => this.mount.isConnected || this.end("closed"));
  private blocked = 0;
  readonly element = element(
    "div.html-frame",
    element("p.hint", "Runs without network, tools and access to this page."),
    element("div.app-stage.bordered", this.mount, element("p.app-paused", "Paused")),
    this.remarks,
  );

  constructor(
    private readonly text: string,
    private readonly title: string,
  ) {}

  async start(): Promise<void> {
    const excess = frameLimitProblem();
    if (excess) return this.end("failed", excess);
    openFrames.add(this);
    guardKeyboard();
    this.presence.observe(this.mount);
    const { signal } = this.life;
    try {
      const html = documentText({ text: this.text });
      await checkedHash({ text: this.text }, "HTML");
      // Nothing that the document declares is granted.
      const { policy } = await fetchPolicy(undefined, false, signal);
      signal.throwIfAborted();
      this.open(html, policy);
    } catch (problem) {
      if (!signal.aborted) this.end("failed", messageOf(problem));
    }
  }

  private open(html: string, policy: string): void {
    const ignored = () => undefined;
    this.frame = new AppFrame(
      // A byte order mark would be text before the doctype.
      html.replace(/^\ufeff/, ""),
      // An origin for apps has storage, which they share. The page's own makes the document's opaque.
      { query: "", policy, origin: "", permissions: [], title: this.title, isPlain: true },
      {
        onMessage: (message) => this.onReport(message),
        onShellReady: ignored,
        onWritten: ignored,
        onLoaded: ignored,
        onNavigated: () => this.onNavigated(),
      },
    );
    this.mount.replaceChildren(this.frame.element);
  }

  // Any message can be forged, so a report is only shown, or ends the frame. No other message has an effect.
  private onReport(message: unknown): void {
    if (memberAt(message, "method") !== "ui/notifications/sandbox-report") return;
    const report = memberAt(message, "params");
    const kind = memberAt(report, "kind");
    if (kind === "navigation") return this.onNavigated();
    if (kind !== "violation" || this.blocked >= MAX_BLOCKED) return;
    this.blocked += 1;
    const address = printable(asText(memberAt(report, "blocked") ?? ""), LONGEST_ADDRESS);
    const count = this.blocked === MAX_BLOCKED ? `${MAX_BLOCKED} or more` : String(this.blocked);
    this.remarks.textContent = `Blocked by the sandbox: ${count}, the last one ${address}`;
  }

  private onNavigated(): void {
    this.end("failed", "The frame left the document and was removed.");
  }

  note(_kind: string, text: string): void {
    this.remarks.textContent = text;
  }

  end(_phase: "closed" | "failed", failure = ""): void {
    this.life.abort();
    this.presence.disconnect();
    this.frame?.remove();
    this.frame = undefined;
    openFrames.delete(this);
    this.mount.replaceChildren(failure ? element("p.failure", { role: "alert" }, failure) : "Closed");
  }

  close(): Promise<void> {
    this.end("closed");
    return Promise.resolve();
  }
}

export function htmlView(text: string, title: string): HTMLElement {
  const shown = new HtmlFrame(text, title);
  void shown.start();
  return shown.element;
}
