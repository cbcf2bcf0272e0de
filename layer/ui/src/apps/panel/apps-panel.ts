// The apps of a tool, shown with its result: the one that the tool declares, and those embedded in its results.

import { signal } from "@preact/signals";
import { freshId } from "../../dom/attributes";
import { flushed } from "../../dom/flushed";
import { type PlainObject, isObject } from "../../json/plain";
import { embeddedDocument } from "../legacy/documents";
import { type EmbeddedApp, embeddedApps, preferredHeight, renderDataOf } from "../legacy/results";
import { type AppInput, TOOL_CANCELLED, TOOL_INPUT } from "../model/hosted-app";
import type { TakeNote } from "../model/record";
import { appChanged } from "../model/running-apps";
import type { Outcome } from "../../protocol/outcome";
import type { Tool } from "../../protocol/tools";
import { checkedHash } from "../resource/hash";
import { completeResult } from "../run/complete-result";
import { readDeclared } from "../run/declared";
import { AppRun, type AppToRun, type ReadTheApp } from "../run/run";
import { debounced } from "../../scheduling/debounced";
import { isAppType } from "../../text/mime-type";
import { type DeclaredApp, declaredApp } from "../../tools/declared-app";
import { misfitOfResult } from "../added/added";

const PARTIAL_MS = 100;
// Some servers escape slashes in JSON.
const EMBEDDED_APP_URI = /"ui:(?:\\?\/){2}/;

/** An app that is shown in its panel. */
export interface ShownApp {
  readonly key: string;
  readonly run: AppRun;
  /** Set while an app closes that has nothing to show. */
  readonly isHidden: boolean;
}

export class AppsPanel {
  readonly shown = signal<readonly ShownApp[]>([]);
  /** Set while the declared app can be opened. */
  readonly isOffered = signal(false);
  /** The reason why the declared app cannot show the result; empty if it can. */
  readonly misfit = signal("");
  /** Called when the user has typed. */
  readonly typed = debounced(() => this.#sendPartial(), PARTIAL_MS);
  #tool: Tool | undefined;
  #declaration: DeclaredApp | undefined;
  #declared: AppRun | undefined;
  #unfollow: () => void = () => undefined;
  #embedded: AppRun[] = [];
  #input: AppInput | undefined;
  // The number of the call that is under way, or was the last.
  #turn = 0;

  /** Called when the declared app is another one, and when a call of the viewer begins or ends. */
  onChange: () => void = () => undefined;
  // Set while a call of the viewer is under way, whose input the app has got.
  isBusy = false;

  /** `argumentsText` returns the arguments being edited. */
  constructor(private readonly argumentsText: () => string) {}

  /** The declared app, if it can be shown, with its tool. */
  get offer(): { readonly tool: Tool; readonly app: DeclaredApp } | undefined {
    const tool = this.#tool;
    const declaration = this.#declaration;
    return tool && declaration && !declaration.problem ? { tool, app: declaration } : undefined;
  }

  /** The declared app as it has been opened. */
  get opened(): AppRun | undefined {
    return this.#declared;
  }

  isOpen(): boolean {
    return this.shown.value.some(({ run }) => run.frame !== undefined && !run.isOver);
  }

  /** Returns whether an app is shown, or about to be: its resource may still be read. */
  isShown(): boolean {
    return this.shown.value.some(({ isHidden }) => !isHidden);
  }

  /** Closes all apps and starts over. `tool` is given if its description has just been read. */
  async reset(tool?: Tool): Promise<void> {
    await this.close();
    this.#tool = tool ?? this.#tool;
    this.#declaration = this.#tool && declaredApp(this.#tool);
    this.isOffered.value = this.#declaration !== undefined && !this.#declared;
    this.onChange();
  }

  /** Opens the app without running the tool: it receives the arguments while they are being edited. */
  open(): void {
    this.#showDeclared([]);
    this.#sendPartial();
  }

  /** Opens the app with the inputs of a call of another client, named in words. */
  openFor(client: string, inputs: readonly AppInput[]): void {
    this.#showDeclared(inputs);
    if (this.#declared) this.#declared.openedBy = client;
  }

  #sendPartial(): void {
    if (!this.#declared || this.#declared.hasInput) return;
    this.#declared.sendInput("ui/notifications/tool-input-partial", inputParams(this.argumentsText()));
  }

  /** Called when the tool is about to run. */
  begin(argumentsText: string): void {
    this.#closeEmbedded();
    this.#turn += 1;
    this.#input = { method: TOOL_INPUT, params: inputParams(argumentsText) };
    this.isBusy = true;
    this.#showDeclared([this.#input]);
    if (this.#declared) this.#declared.openedBy = undefined;
    this.onChange();
  }

  // Shows the declared app with these inputs. An app that waits for its first input receives them; an app that has had
  // an input, or has ended, is restarted with them.
  #showDeclared(inputs: readonly AppInput[]): void {
    const declared = this.#declared;
    const declaration = this.#declaration;
    if (!declaration) return;
    if (!declared) {
      this.#hideAll();
      this.#declared = this.#show(declaration.uri, inputs, (signal, note) => readDeclared(declaration, signal, note));
      this.#unfollow();
      this.#unfollow = this.#declared.counts.change.subscribe(() => this.onChange());
    } else if (declared.isOver || declared.hasInput) declared.restart(inputs);
    else for (const { method, params } of inputs) declared.sendInput(method, params);
  }

  #show(uri: string, inputs: readonly AppInput[], read: ReadTheApp): AppRun {
    const run = new AppRun(this.#tool ?? { name: "" }, uri, read);
    run.inputs = inputs;
    const shown = { key: freshId(), run, isHidden: false };
    flushed(() => (this.shown.value = [...this.shown.peek(), shown]));
    void run.start();
    return run;
  }

  #remove(run: AppRun): void {
    flushed(() => (this.shown.value = this.shown.peek().filter((other) => other.run !== run)));
    appChanged();
  }

  // Hides what may still be closing, and the offer.
  #hideAll(): void {
    this.shown.value = this.shown.peek().map((one) => ({ ...one, isHidden: true }));
    this.isOffered.value = false;
    this.misfit.value = "";
  }

  /** Called when the call has ended, successfully or not. Resolves once the apps have its outcome. */
  async end(outcome: Outcome): Promise<void> {
    const turn = this.#turn;
    const misfit = await this.#misfitOf(outcome);
    // The next call may have begun while the data were checked.
    if (turn !== this.#turn) return;
    if (misfit) this.#leaveOut(misfit);
    this.#giveOutcome(outcome);
    this.isBusy = false;
    this.onChange();
  }

  // Returns the reason why the declared app, a UI that the server has added, cannot show a result; empty if it can.
  async #misfitOf({ kind, root }: Outcome): Promise<string> {
    const declaration = this.#declaration;
    return kind === "success" && this.#declared && declaration ? misfitOfResult(declaration.uri, root) : "";
  }

  // Says why there is no app in place of the declared one, which closes.
  #leaveOut(reason: string): void {
    const declared = this.#declared;
    if (!declared) return;
    this.#declared = undefined;
    const leaving = this.shown.peek().map((one) => ({ ...one, isHidden: true }));
    this.shown.value = leaving;
    void declared.close().then(() => leaving.forEach(({ run }) => this.#remove(run)));
    this.misfit.value = reason;
  }

  #giveOutcome({ kind, headline, text = "" }: Outcome): void {
    if (kind === "failed" || kind === "cancelled") {
      this.#declared?.sendInput(TOOL_CANCELLED, { reason: headline });
      return;
    }
    if (!this.#declared && !EMBEDDED_APP_URI.test(text)) return;
    const received = JSON.parse(text) as PlainObject;
    const result = completeResult(received);
    this.#declared?.sendResult(result);
    for (const resource of embeddedApps(result)) {
      if (resource.uri !== this.#declaration?.uri) this.#showEmbedded(resource, result);
    }
  }

  #showEmbedded(resource: EmbeddedApp, result: PlainObject): void {
    const run = this.#show(resource.uri, this.#input ? [this.#input] : [], (_signal, note) =>
      readEmbedded(resource, note),
    );
    run.sendResult(result);
    this.#embedded.push(run);
  }

  #closeEmbedded(): void {
    for (const run of this.#embedded) void run.close().then(() => this.#remove(run));
    this.#embedded = [];
  }

  /** Closes and removes all apps. */
  async close(): Promise<void> {
    const runs = [...(this.#declared ? [this.#declared] : []), ...this.#embedded];
    // A call may begin while they close, and has an app of its own.
    this.#declared = undefined;
    this.#embedded = [];
    this.#unfollow();
    await Promise.all(runs.map((run) => run.close()));
    for (const run of runs) this.#remove(run);
    if (!this.opened) this.#hideAll();
    this.onChange();
  }
}

async function readEmbedded(resource: EmbeddedApp, note: TakeNote): Promise<AppToRun> {
  return {
    ...embeddedDocument(resource, note),
    renderData: renderDataOf(resource),
    height: preferredHeight(resource),
    skipsHandshake: !isAppType(resource["mimeType"]),
    sha256: await checkedHash(resource),
  };
}

// The parameters of an input: no arguments if the text is not a JSON object.
function inputParams(text: string): PlainObject {
  try {
    const value: unknown = text.trim() === "" ? {} : JSON.parse(text);
    return { arguments: isObject(value) ? value : {} };
  } catch {
    return { arguments: {} };
  }
}
