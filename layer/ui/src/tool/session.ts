import { AppFollower } from "../app-feed/follower";
import { showStrip } from "../app-feed/strip";
import { AppsPanel } from "../apps/panel/apps-panel";
import { learn } from "../changes/model";
import { toolChanges } from "../changes/tool-changes";
import { element, nameNode } from "../dom/element";
import { byId } from "../dom/page";
import { Draft } from "../form/draft";
import { prefill } from "../form/initial-values";
import type { HistoryEntry } from "../history/entries";
import type { HistoryActions } from "../history/view";
import { type ObjectNode, plainValue, rawOf, valueOf } from "../json/node";
import { readJson } from "../json/read";
import { type ItemId, toolLink } from "../protocol/links";
import { isWaiting, retryLater, settled, tryNow } from "../protocol/outage";
import { type CacheMode, firstCacheMode } from "../protocol/requests";
import type { Tool } from "../protocol/tools";
import { settings } from "../settings";
import { errorOf } from "../text/error";
import { catalog } from "../tools/catalog";
import { failureNote } from "../tools/failure-note";
import { isDestructive } from "../tools/hints";
import { definitionOf } from "./early-definition";
import type { LoadedTool } from "./loaded-tool";
import { Runs } from "./runs";
import { ToolView } from "./view";
import { CallPanel } from "./call-panel";
import { confirmRun } from "./confirm-run";

interface SessionOptions {
  // Called when a call begins or ends.
  readonly onRunning: (name: string, isRunning: boolean) => void;
  // Called when the arguments have changed.
  readonly onDraft: () => void;
}

// The state of one tool that survives switching to another: its draft, runs, apps and view.
export class ToolSession implements ItemId {
  readonly kind = "tool";
  readonly element = element("article.tool");
  scrollTop = 0;
  // The arguments in the URL, as last read from it or written to it.
  urlArguments: string | undefined;
  private readonly apps = new AppsPanel(() => this.tool?.draft.text ?? "");
  private readonly follower = settings.traffic ? new AppFollower(this.apps) : undefined;
  private readonly changes: HTMLElement;
  private isStale = true;
  private cache: CacheMode = catalog.value.listing === 0 ? firstCacheMode() : "no-cache";
  private fetching: Promise<ObjectNode> | undefined;
  private tool: LoadedTool | undefined;
  private view: ToolView | undefined;
  private readonly runs: Runs;

  constructor(
    readonly name: string,
    private readonly options: SessionOptions,
  ) {
    this.changes = toolChanges(name);
    if (this.follower) showStrip(this.follower);
    this.runs = new Runs(name, {
      apps: this.apps,
      onRun: () => void this.start(),
      onValidate: () => this.validate(),
      onRunning: (isRunning) => {
        options.onRunning(name, isRunning);
        if (!isRunning) this.view?.refreshHistory();
      },
      onEnd: ({ kind }) => {
        if (kind === "success" && this.apps.isShown()) this.view?.call.makeRoomForApp();
      },
    });
    this.follower?.named.subscribe((named) => this.runs.setFed(named !== undefined));
  }

  get id(): string {
    return this.name;
  }

  // Returns whether the tool is shown, so that it can be called.
  get isShown(): boolean {
    return this.view !== undefined;
  }

  // Marks the description as outdated: it may belong to another server or another token.
  invalidate(): void {
    this.isStale = true;
    this.cache = "reload";
    this.fetching = undefined;
  }

  // Fetches the description if it is missing or stale, and redraws the view. The arguments are kept, and a running call
  // is not disturbed. During an outage, the view stays as it is; after it, a description that is the same changes nothing.
  async load(): Promise<void> {
    const isRetry = isWaiting(this);
    if (!this.isStale || this.runs.isRunning()) return;
    this.element.ariaBusy = "true";
    if (!this.view && !isRetry) this.element.replaceChildren(element("p.hint", "Loading…"));
    const fetching = (this.fetching ??= definitionOf(this.name, this.cache));
    const detail = await fetching.catch(errorOf);
    if (fetching !== this.fetching) return;
    this.fetching = undefined;
    this.element.ariaBusy = null;
    if (this.runs.isRunning()) return;
    if (detail instanceof Error && retryLater(this, detail, () => this.load())) {
      if (!this.view) this.element.replaceChildren(this.title(), element("p.hint", "Waiting for the server"));
      return;
    }
    settled(this);
    const known = this.tool?.detail;
    if (isRetry && this.view && known && !(detail instanceof Error) && rawOf(known) === rawOf(detail)) {
      this.isStale = false;
      this.cache = "no-cache";
      return;
    }
    // Without a view, nothing can be run while the apps close. Redrawing the view would reload their frames.
    this.view = undefined;
    await this.follower?.close();
    if (detail instanceof Error) {
      await this.apps.close();
      this.showFailure(detail);
      return;
    }
    this.isStale = false;
    this.cache = "no-cache";
    const definition = plainValue(detail) as Tool;
    learn([definition]);
    await this.apps.reset(definition);
    try {
      this.draw(detail);
    } catch (problem) {
      // No definition, however odd, leaves the page as if it were still loading.
      this.view = undefined;
      this.showFailure(errorOf(problem));
    }
  }

  private draw(detail: ObjectNode): void {
    const schema = valueOf(detail, "inputSchema") ?? readJson("{}");
    const initialText = prefill(schema);
    const draft = new Draft(this.tool?.draft.text ?? this.urlArguments ?? initialText);
    const tool = { name: this.name, detail, schema, initialText, draft };
    const isFirst = !this.tool;
    this.tool = tool;
    draft.onChange(() => {
      this.options.onDraft();
      this.apps.typed();
      this.runs.argumentsAre(draft.text);
    });
    this.runs.argumentsAre(draft.text);
    const call = new CallPanel({
      tool,
      apps: this.follower?.element ?? this.apps.element,
      runs: this.runs,
      onValidate: () => this.validate(),
    });
    const link = () => new URL(toolLink(this.name, this.linkedArguments()), location.origin + location.pathname).href;
    const history = this.historyActions(draft);
    this.view = new ToolView({ tool, call, history, changes: this.changes, link });
    this.element.replaceChildren(...this.view.elements);
    if (isFirst) void this.runs.restore();
  }

  private showFailure(problem: Error): void {
    const retry = () => {
      byId("tool").focus();
      void this.load();
    };
    this.element.replaceChildren(this.title(), ...failureNote(problem, retry));
  }

  private title(): HTMLElement {
    return element("h2", nameNode(this.name));
  }

  // Applies the arguments of a link, now or once the draft exists. If they equal those of the previous URL, the draft
  // is newer and is kept.
  follow(argumentsText: string | undefined): void {
    if (argumentsText === undefined || argumentsText === this.urlArguments) return;
    this.urlArguments = argumentsText;
    this.tool?.draft.set(argumentsText, "link");
  }

  // The arguments for the URL; undefined while they are the initial ones.
  linkedArguments(): string | undefined {
    const text = this.tool?.draft.text ?? this.urlArguments;
    return text === this.tool?.initialText ? undefined : text;
  }

  // Calls the tool with the arguments as they are, unless they are invalid or the user refuses.
  async start(): Promise<void> {
    const { view } = this;
    // Another server may have taken the place of the one that described the tool.
    if (isWaiting(this)) await tryNow();
    if (isWaiting(this) || view !== this.view) return;
    if (!settings.mayExecute || this.runs.isRunning() || !view) return;
    view.choose("Call");
    if (view.call.focusJsonError() || view.call.focusInvalidField() || (await view.call.isHeldBack())) return;
    if (this.isDestructive() && !(await confirmRun(this.name))) return;
    // The tool may have been reloaded or run while the arguments were validated and the user was asked.
    const { tool } = this;
    if (!this.view || !tool || this.runs.isRunning()) return;
    this.runs.begin(tool.draft.text, this.view.call.isTask());
  }

  // Shows a stored call with its arguments, once the tool is shown. `opensApp` gives them to the tool's app, with the result.
  showCall(call: HistoryEntry, opensApp = false): void {
    if (!this.tool || !this.view || this.runs.isRunning()) return;
    this.tool.draft.set(call.arguments);
    this.view.choose("Call");
    void this.runs.showStored(call, opensApp);
  }

  private isDestructive(): boolean {
    return isDestructive(plainValue(valueOf(this.tool?.detail, "annotations")));
  }

  validate(): void {
    if (!this.view) return;
    const { call } = this.view;
    this.view.choose("Call");
    if (!call.focusJsonError() && !call.focusInvalidField()) void call.validation.show();
  }

  private historyActions(draft: Draft): HistoryActions {
    const onUse = (call: HistoryEntry) => {
      draft.set(call.arguments);
      this.view?.choose("Call");
    };
    const onShow = async (call: HistoryEntry) => {
      this.view?.choose("Call");
      await this.runs.showStored(call);
    };
    const onRun = (call: HistoryEntry) => {
      onUse(call);
      void this.start();
    };
    return {
      onUse,
      onShow: (call) => void onShow(call),
      onRun: settings.mayExecute ? onRun : undefined,
      onClear: () => this.view?.choose("History"),
    };
  }
}
