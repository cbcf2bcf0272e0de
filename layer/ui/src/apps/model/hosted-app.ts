// One open app, as the rest of the page sees it: its state, and what can be asked of it.

import type { AppFrame } from "../frame/frame";
import type { PlainObject } from "../../json/plain";
import type { MessageKind } from "../messages/check";
import type { Tool } from "../../protocol/tools";
import { AppRecord } from "./record";
import type { Growth } from "./growth";
import type { OpenFrame } from "./open-frames";
import type { AppPolicy } from "./policy";

export type AppPhase =
  "reading" | "offered" | "connecting" | "waiting" | "initializing" | "ready" | "closed" | "failed";

interface ModelMessage {
  readonly at: number;
  readonly role: string;
  readonly content: readonly PlainObject[];
}

export interface ModelContext {
  readonly content: readonly PlainObject[];
  readonly structuredContent: PlainObject | undefined;
}

/** The texts that an app sends to a model. This page has no model. */
export interface AppModel {
  readonly messages: readonly ModelMessage[];
  readonly context: ModelContext | undefined;
}

/** The settings that the user tries on the app, each undefined until it is set. */
export interface Tried {
  theme?: string | undefined;
  displayMode?: string | undefined;
  locale?: string | undefined;
  width?: number | undefined;
  relaxed?: boolean | undefined;
  permissions?: readonly string[] | undefined;
}

export const TOOL_INPUT = "ui/notifications/tool-input";
export const TOOL_RESULT = "ui/notifications/tool-result";
export const TOOL_CANCELLED = "ui/notifications/tool-cancelled";

/** A notification with an input or a result, which is sent again after a reload. */
export interface AppInput {
  readonly method: string;
  readonly params: PlainObject;
}

/** The connection to an app that has a document. */
export interface AppConnection {
  /** Set once the app has initialised. No notification is sent before. */
  isOpen: boolean;
  receive(kind: MessageKind, message: PlainObject): void;
  request(method: string, params: PlainObject, seconds: number): Promise<unknown>;
  /** The method of a request to the app that has no response yet. */
  methodOf(id: unknown): string | undefined;
  cancel(id: unknown): void;
  notify(method: string, params: PlainObject): void;
}

/**
 * An open app. Its members are not signals, because a hostile app can change them thousands of times a second: views call
 * `useChanges`, which follows the changes once for each animation frame.
 */
export abstract class HostedApp extends AppRecord implements OpenFrame {
  readonly kind = "app";
  phase: AppPhase = "reading";
  tried: Tried = {};
  inputs: readonly AppInput[] = [];
  /** The client that has opened the app; undefined if it was the viewer. */
  openedBy: string | undefined;
  /** The place of the frame. Preact does not draw it, because a frame that is moved is loaded again. */
  readonly mount = document.createElement("div");

  /** The state since the last load. The constructor of a subclass sets it by calling `reset`. */
  failure!: string;
  mode!: string;
  height!: number;
  heightDue: number | undefined;
  growth: Growth | undefined;
  html: string | undefined;
  sha256: string | undefined;
  permissions!: readonly string[];
  granted!: readonly string[];
  prefersBorder: boolean | undefined;
  renderData: PlainObject | undefined;
  frame: AppFrame | undefined;
  bridge: AppConnection | undefined;
  appInfo: Readonly<Partial<Record<string, string>>> | undefined;
  appCapabilities!: PlainObject;
  appTools!: readonly Tool[];
  /** Set for an app that speaks a draft of the protocol. */
  isDraft!: boolean;
  isLate!: boolean;
  /** Set once the user has refused all further requests for consent. */
  isMuted!: boolean;
  isOverLimit = false;
  consentRequests!: number;
  lastCall: Promise<unknown> = Promise.resolve();
  legacyPending!: number;
  thefts!: readonly number[];
  policy!: AppPolicy;
  model!: AppModel;
  life!: AbortController;

  constructor(
    readonly tool: Tool,
    readonly uri: string,
  ) {
    super();
    this.mount.className = "app-mount";
  }

  protected reset(): void {
    this.resetRecord();
    this.failure = "";
    this.mode = "inline";
    this.height = 0;
    this.growth?.end();
    this.growth = undefined;
    this.html = undefined;
    this.sha256 = undefined;
    this.permissions = [];
    this.granted = [];
    this.prefersBorder = undefined;
    this.frame = undefined;
    this.bridge = undefined;
    this.appInfo = undefined;
    this.appCapabilities = {};
    this.appTools = [];
    this.isDraft = false;
    this.isLate = false;
    this.isMuted = false;
    this.consentRequests = 0;
    this.legacyPending = 0;
    this.thefts = [];
    this.policy = { text: "", approved: {}, rejected: [], declared: undefined, violations: [] };
    this.model = { messages: [], context: undefined };
    this.life = new AbortController();
  }

  /** Returns whether the app is loading and has not completed the handshake. */
  get isPending(): boolean {
    return ["connecting", "waiting", "initializing"].includes(this.phase);
  }

  get isOver(): boolean {
    return this.phase === "closed" || this.phase === "failed";
  }

  /** Returns whether the app has received the arguments of a call. */
  get hasInput(): boolean {
    return this.inputs.some(({ method }) => method === TOOL_INPUT);
  }

  abstract setPhase(phase: AppPhase): void;
  /** Sends those members of the host context that have changed. */
  abstract sendContext(names: readonly string[]): void;
  /** Applies a setting that the user tries on the app. */
  abstract try<Name extends keyof Tried>(name: Name, value: Tried[Name]): void;
  abstract callAppTool(name: string, args: unknown): Promise<unknown>;
  abstract reload(): Promise<void>;
  /** Notifies the app and waits a moment for its cleanup. */
  abstract close(): Promise<void>;
  abstract end(phase: "closed" | "failed", failure?: string): void;
  /** Called when the app sends `ui/initialize`, then `ui/notifications/initialized`. */
  abstract onInitialize(): void;
  abstract onInitialized(): void;
  abstract onNavigated(): void;
}
