// The frame of an app. It loads the server's sandbox document, which is isolated from this origin and replaces itself
// with the app's HTML.

import { type PlainObject, memberAt } from "../../json/plain";
import { APP_PERMISSIONS } from "../model/permissions";
import { ROOT_PATH } from "../../settings";
import { Lifeline } from "./lifeline";
import { embeddedPolicy, restrictFrames } from "./policy";

const SHELL_READY: readonly unknown[] = [
  "ui/notifications/sandbox-proxy-ready",
  "ui/notifications/sandbox-ready",
  "mcp-ui/sandbox-ready",
];

export interface FrameOptions {
  /** The query of the sandbox document. */
  readonly query: string;
  readonly policy: string;
  /** The origin of the sandbox document. Empty if it is the page's, where the document gets an opaque origin. */
  readonly origin: string;
  readonly permissions: readonly string[];
  readonly title: string;
  /** Set for HTML that is not an app, which has no other colour schemes than those that it declares. */
  readonly isPlain?: boolean;
}

export interface FrameEvents {
  readonly onMessage: (message: unknown) => void;
  readonly onShellReady: (message: unknown) => void;
  /** Called when the app's HTML has been sent to the sandbox document. */
  readonly onWritten: (message: FrameMessage) => void;
  readonly onLoaded: () => void;
  readonly onNavigated: () => void;
}

interface FrameMessage {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params: PlainObject;
}

export class AppFrame {
  readonly element: HTMLIFrameElement;
  readonly lifeline: Lifeline;
  readonly #origin: string;
  readonly #permissions: readonly string[];
  readonly #isPlain: boolean;
  readonly #expectedLoads: number;
  #loads = 0;
  #isReady = false;
  readonly #listener = (event: MessageEvent) => this.#onEvent(event);

  constructor(
    // The app's HTML; undefined after it has been sent.
    private html: string | undefined,
    { query, policy, origin, permissions, title, isPlain = false }: FrameOptions,
    private readonly events: FrameEvents,
  ) {
    restrictFrames();
    this.#permissions = permissions;
    this.#isPlain = isPlain;
    this.lifeline = new Lifeline(() => this.events.onNavigated());
    this.#origin = origin || "null";
    // With a sandbox origin, the relay document stays and shows the app in a nested frame: one load. Without one, the
    // app's HTML overwrites the shell document, which fires a second `load` event.
    this.#expectedLoads = origin ? 1 : 2;
    this.element = document.createElement("iframe");
    this.element.className = "app-frame";
    const csp = embeddedPolicy(policy);
    const attributes = {
      title,
      sandbox: origin ? "allow-scripts allow-same-origin allow-forms" : "allow-scripts allow-forms",
      allow: permissions.map((name) => APP_PERMISSIONS.get(name)).join("; "),
      // In browsers that support this attribute, any document in the frame must accept the policy or is not shown.
      ...(csp !== undefined && { csp }),
      src: `${origin}${ROOT_PATH}/sandbox${query}`,
    };
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
    this.element.addEventListener("load", () => this.#onLoad());
    addEventListener("message", this.#listener);
  }

  #onEvent({ source, origin, data }: MessageEvent<unknown>): void {
    if (!source || source !== this.element.contentWindow || origin !== this.#origin) return;
    this.lifeline.onActivity();
    if (SHELL_READY.includes(memberAt(data, "method"))) this.#onReady(data);
    else this.events.onMessage(data);
  }

  #onLoad(): void {
    this.#loads += 1;
    if (this.#loads > this.#expectedLoads) this.events.onNavigated();
    else if (this.html === undefined) this.events.onLoaded();
    else this.#write();
  }

  // A second ready message comes from another sandbox document that the app navigated to, or is forged by the app.
  #onReady(message: unknown): void {
    this.events.onShellReady(message);
    if (this.html === undefined) return this.events.onNavigated();
    this.#isReady = true;
    return this.#write();
  }

  // Overwrites the shell document only after its `load` event. Otherwise that event would not occur, and the load of a
  // document to which the app navigates would be taken for it.
  #write(): void {
    if (!this.#isReady || this.#loads === 0 || this.html === undefined) return;
    const permissions = Object.fromEntries(this.#permissions.map((name) => [name, {}]));
    const params = { html: this.html, permissions, ...(this.#isPlain && { isPlain: true }) };
    const message = { jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params } as const;
    this.html = undefined;
    this.postNow(message, [this.lifeline.remote]);
    this.events.onWritten(message);
  }

  /**
   * Queues a message, and sends it when an echo proves that the app's document is still in the frame. Returns false if
   * it could not be queued.
   */
  post(message: unknown): boolean {
    return this.lifeline.afterEcho(() => this.postNow(message));
  }

  /** Sends a message at once. An opaque origin cannot be named as the target. */
  postNow(message: unknown, transfer: Transferable[] = []): void {
    this.element.contentWindow?.postMessage(message, this.#origin === "null" ? "*" : this.#origin, transfer);
  }

  remove(): void {
    removeEventListener("message", this.#listener);
    this.lifeline.close();
    this.element.remove();
  }
}
