import { signal } from "@preact/signals";
import { AppFollower } from "../app-feed/follower";
import { AppsPanel } from "../apps/panel/apps-panel";
import { learn } from "../changes/model";
import { undrawn } from "../dom/drawn";
import { flushed } from "../dom/flushed";
import { byId } from "../dom/page";
import { Draft } from "../form/draft";
import { prefill } from "../form/initial-values";
import type { HistoryEntry } from "../history/entries";
import { rereadHistory } from "../history/store";
import type { HistoryActions } from "../history/view";
import { type ObjectNode, plainValue, rawOf, valueOf } from "../json/node";
import { readJson } from "../json/read";
import type { ItemSession, SessionOptions } from "../pane/item-session";
import { toolLink } from "../protocol/links";
import { isWaiting, retryLater, settled, tryNow } from "../protocol/outage";
import { type CacheMode, firstCacheMode } from "../protocol/requests";
import type { Tool } from "../protocol/tools";
import { settings } from "../settings";
import { errorOf } from "../text/error";
import { catalog } from "../tools/catalog";
import { isDestructive } from "../tools/hints";
import { ToolCall } from "./call";
import { confirmRun } from "./confirm-run";
import { definitionOf } from "./early-definition";
import type { LoadedTool } from "./loaded-tool";
import { Runs } from "./runs";

export type ToolTab = "Call" | "Schema" | "Code" | "History";

/** The content of the pane: the tool, or the reason why it is not there yet. */
type Shown =
  | { readonly kind: "loading" | "waiting" }
  | { readonly kind: "failed"; readonly problem: Error }
  // The version tells one drawing of the tool from another.
  | { readonly kind: "tool"; readonly call: ToolCall; readonly version: number };

/** The state of one tool that survives switching to another: its draft, runs, apps and view. */
export class ToolSession implements ItemSession {
  readonly kind = "tool";
  readonly element: HTMLElement;
  readonly shown = signal<Shown>({ kind: "loading" });
  /** Set while the definition is requested. */
  readonly isBusy = signal(false);
  readonly tab = signal<ToolTab>("Call");
  scrollTop = 0;
  urlArguments: string | undefined;
  readonly apps = new AppsPanel(() => this.#tool?.draft.text ?? "");
  readonly follower = settings.traffic ? new AppFollower(this.apps) : undefined;
  #isStale = true;
  #cache: CacheMode = catalog.value.listing === 0 ? firstCacheMode() : "no-cache";
  #fetching: Promise<ObjectNode> | undefined;
  #loading: Promise<void> | undefined;
  #version = 0;
  #tool: LoadedTool | undefined;
  #call: ToolCall | undefined;
  readonly #runs: Runs;

  constructor(
    readonly name: string,
    private readonly options: SessionOptions,
    draw: (session: ToolSession) => HTMLElement,
  ) {
    this.#runs = new Runs(name, {
      apps: this.apps,
      onRun: () => void this.start(),
      onValidate: () => this.validate(),
      onRunning: (isRunning) => options.onRunning(name, isRunning),
      onEnd: ({ kind }) => {
        if (kind === "success") this.#call?.makeRoom(this.apps.isShown());
      },
    });
    this.follower?.named.subscribe((named) => (this.#runs.isFed.value = named !== undefined));
    this.element = draw(this);
  }

  get id(): string {
    return this.name;
  }

  get isShown(): boolean {
    return this.#call !== undefined;
  }

  get isNeeded(): boolean {
    return this.#runs.isRunning() || this.apps.isOpen() || this.follower?.views.isOpen() === true;
  }

  close(): void {
    this.invalidate();
    settled(this);
    this.#runs.run.leave();
    this.follower?.end();
    void this.apps.close();
    undrawn(this.element);
  }

  choose(tab: ToolTab): void {
    // Another tab of the browser may have added calls.
    if (tab === "History") rereadHistory();
    flushed(() => (this.tab.value = tab));
  }

  invalidate(): void {
    this.#isStale = true;
    this.#cache = "reload";
    this.#fetching = undefined;
    this.#loading = undefined;
  }

  /**
   * Fetches the description if it is missing or stale, and redraws the view. The arguments are kept, and a running call
   * is not disturbed. During an outage, the view stays as it is; after it, a description that is the same changes
   * nothing. Resolves when that is shown, also if it was begun before.
   */
  load(): Promise<void> {
    const loading: Promise<void> = (this.#loading ??= this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
    }));
    return loading;
  }

  async #load(): Promise<void> {
    const isRetry = isWaiting(this);
    if (!this.#isStale || this.#runs.isRunning()) return;
    this.isBusy.value = true;
    if (!this.#call && !isRetry) this.shown.value = { kind: "loading" };
    const fetching = (this.#fetching ??= definitionOf(this.name, this.#cache));
    const detail = await fetching.catch(errorOf);
    if (fetching !== this.#fetching) return;
    this.#fetching = undefined;
    this.isBusy.value = false;
    if (this.#runs.isRunning()) return;
    if (detail instanceof Error && retryLater(this, detail, () => this.load())) {
      if (!this.#call) this.shown.value = { kind: "waiting" };
      return;
    }
    settled(this);
    const known = this.#tool?.detail;
    if (isRetry && this.#call && known && !(detail instanceof Error) && rawOf(known) === rawOf(detail)) {
      this.#isStale = false;
      this.#cache = "no-cache";
      return;
    }
    // Without a view, nothing can be run while the apps close. Redrawing the view would reload their frames.
    this.#call = undefined;
    await this.follower?.close();
    if (detail instanceof Error) {
      await this.apps.close();
      this.shown.value = { kind: "failed", problem: detail };
      return;
    }
    this.#isStale = false;
    this.#cache = "no-cache";
    const definition = plainValue(detail) as Tool;
    learn([definition]);
    await this.apps.reset(definition);
    try {
      this.#draw(detail);
    } catch (problem) {
      // No definition, however odd, leaves the page as if it were still loading.
      this.#call = undefined;
      this.shown.value = { kind: "failed", problem: errorOf(problem) };
    }
  }

  #draw(detail: ObjectNode): void {
    const schema = valueOf(detail, "inputSchema") ?? readJson("{}");
    const initialText = prefill(schema);
    const draft = new Draft(this.#tool?.draft.text ?? this.urlArguments ?? initialText);
    const tool = { name: this.name, detail, schema, initialText, draft };
    const isFirst = !this.#tool;
    this.#tool = tool;
    draft.onChange(() => {
      this.options.onDraft();
      this.apps.typed();
      this.#runs.argumentsAre(draft.text);
    });
    this.#runs.argumentsAre(draft.text);
    const call = new ToolCall(tool, this.#runs);
    const version = this.#version + 1;
    this.#version = version;
    flushed(() => {
      this.tab.value = "Call";
      this.shown.value = { kind: "tool", call, version };
    });
    this.#call = call;
    if (isFirst) void this.#runs.restore();
  }

  /** Requests the definition once more. */
  retry(): void {
    byId("tool").focus();
    void this.load();
  }

  link(): string {
    return new URL(toolLink(this.name, this.linkedArguments()), location.origin + location.pathname).href;
  }

  follow(argumentsText: string | undefined): void {
    if (argumentsText === undefined || argumentsText === this.urlArguments) return;
    this.urlArguments = argumentsText;
    this.#tool?.draft.set(argumentsText, "link");
  }

  linkedArguments(): string | undefined {
    const text = this.#tool?.draft.text ?? this.urlArguments;
    return text === this.#tool?.initialText ? undefined : text;
  }

  /** Calls the tool with the arguments as they are, unless they are invalid or the user refuses. */
  async start(): Promise<void> {
    const call = this.#call;
    // Another server may have taken the place of the one that described the tool.
    if (isWaiting(this)) await tryNow();
    if (isWaiting(this) || call !== this.#call) return;
    if (!settings.mayExecute || this.#runs.isRunning() || !call) return;
    this.choose("Call");
    if (call.focusJsonError() || call.focusInvalidField() || (await call.isHeldBack())) return;
    if (this.#isDestructive() && !(await confirmRun(this.name))) return;
    // The tool may have been reloaded or run while the arguments were validated and the user was asked.
    const tool = this.#tool;
    if (!this.#call || !tool || this.#runs.isRunning()) return;
    this.#runs.begin(tool.draft.text, this.#call.task.isTask());
  }

  /**
   * Shows a stored call with its arguments, once the tool is shown. `opensApp` gives them to the tool's app, with the
   * result.
   */
  showCall(call: HistoryEntry, opensApp = false): void {
    if (!this.#call || this.#runs.isRunning()) return;
    this.fill(call.arguments);
    void this.#runs.showStored(call, opensApp);
  }

  #isDestructive(): boolean {
    return isDestructive(plainValue(valueOf(this.#tool?.detail, "annotations")));
  }

  validate(): void {
    const call = this.#call;
    if (!call) return;
    this.choose("Call");
    if (!call.focusJsonError() && !call.focusInvalidField()) void call.validation.show();
  }

  /** Shows the form with these arguments. */
  fill(argumentsText: string): void {
    this.#tool?.draft.set(argumentsText);
    this.choose("Call");
  }

  readonly historyActions: HistoryActions = {
    onUse: (call) => this.fill(call.arguments),
    onShow: (call) => {
      this.choose("Call");
      void this.#runs.showStored(call);
    },
    onRun: settings.mayExecute
      ? (call) => {
          this.fill(call.arguments);
          void this.start();
        }
      : undefined,
  };
}
