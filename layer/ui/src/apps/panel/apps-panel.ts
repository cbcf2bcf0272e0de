import { button, element } from "../../dom/element";
import { type PlainObject, isObject } from "../../json/plain";
import { embeddedDocument } from "../legacy/documents";
import { type EmbeddedApp, embeddedApps, preferredHeight, renderDataOf } from "../legacy/results";
import { type AppInput, TOOL_CANCELLED, TOOL_INPUT } from "../model/hosted-app";
import type { TakeNote } from "../model/record";
import type { Outcome } from "../../protocol/outcome";
import type { Tool } from "../../protocol/tools";
import { checkedHash } from "../resource/hash";
import { completeResult } from "../run/complete-result";
import { readDeclared } from "../run/declared";
import { AppRun, type AppToRun, type ReadTheApp } from "../run/run";
import { debounced } from "../../scheduling/debounced";
import { isAppType } from "../../text/mime-type";
import { printable } from "../../text/printable";
import { type DeclaredApp, declaredApp } from "../../tools/declared-app";
import { misfitOfResult } from "../added/added";
import { appPanel } from "./panel";
import { limitNotice } from "./limit-notice";

// The apps of a tool, shown with its result: the one that the tool declares, and those embedded in its results.
const PARTIAL_MS = 100;
// Some servers escape slashes in JSON.
const EMBEDDED_APP_URI = /"ui:(?:\\?\/){2}/;

// An app that is shown in its panel.
interface ShownApp {
  readonly run: AppRun;
  readonly panel: HTMLElement;
}

export class AppsPanel {
  readonly element = element("div.apps");
  // Called when the user has typed.
  readonly typed = debounced(() => this.sendPartial(), PARTIAL_MS);
  private tool: Tool | undefined;
  private declaration: DeclaredApp | undefined;
  private declared: AppRun | undefined;
  private embedded: ShownApp[] = [];
  private input: AppInput | undefined;
  // The number of the call that is under way, or was the last.
  private turn = 0;

  // Called when the declared app is another one, and when a call of the viewer begins or ends.
  onChange: () => void = () => undefined;
  // Set while a call of the viewer is under way, whose input the app has got.
  isBusy = false;

  // `argumentsText` returns the arguments being edited.
  constructor(private readonly argumentsText: () => string) {}

  // The declared app, if it can be shown, with its tool.
  get offer(): { readonly tool: Tool; readonly app: DeclaredApp } | undefined {
    const { tool, declaration } = this;
    return tool && declaration && !declaration.problem ? { tool, app: declaration } : undefined;
  }

  // The declared app as it has been opened.
  get opened(): AppRun | undefined {
    return this.declared;
  }

  isOpen(): boolean {
    return this.element.querySelector("iframe") !== null;
  }

  // Returns whether an app is shown, or about to be: its resource may still be read.
  isShown(): boolean {
    return this.element.querySelector(":scope > :not([hidden]) > .app-panel") !== null;
  }

  // Closes all apps and starts over. `tool` is given if its description has just been read.
  async reset(tool?: Tool): Promise<void> {
    await this.close();
    this.tool = tool ?? this.tool;
    this.declaration = this.tool && declaredApp(this.tool);
    if (this.declaration)
      this.element.append(
        element(
          "p",
          button("Open the app", () => this.open()),
        ),
      );
    this.onChange();
  }

  // Opens the app without running the tool: it receives the arguments while they are being edited.
  private open(): void {
    this.showDeclared([]);
    this.sendPartial();
  }

  // Opens the app with the inputs of a call of another client, named in words.
  openFor(client: string, inputs: readonly AppInput[]): void {
    this.showDeclared(inputs);
    if (this.declared) this.declared.openedBy = client;
  }

  private sendPartial(): void {
    if (!this.declared || this.declared.hasInput) return;
    this.declared.sendInput("ui/notifications/tool-input-partial", inputParams(this.argumentsText()));
  }

  // Called when the tool is about to run.
  begin(argumentsText: string): void {
    this.closeEmbedded();
    this.turn += 1;
    this.input = { method: TOOL_INPUT, params: inputParams(argumentsText) };
    this.isBusy = true;
    this.showDeclared([this.input]);
    if (this.declared) this.declared.openedBy = undefined;
    this.onChange();
  }

  // Shows the declared app with these inputs. An app that waits for its first input receives them; an app that has had
  // an input, or has ended, is restarted with them.
  private showDeclared(inputs: readonly AppInput[]): void {
    const { declared, declaration } = this;
    if (!declaration) return;
    if (!declared) {
      this.element.replaceChildren();
      this.declared = this.show(declaration.uri, inputs, (signal, note) => readDeclared(declaration, signal, note)).run;
      this.declared.addEventListener("change", () => this.onChange());
      this.onChange();
    } else if (declared.isOver || declared.hasInput) declared.restart(inputs);
    else for (const { method, params } of inputs) declared.sendInput(method, params);
  }

  private show(uri: string, inputs: readonly AppInput[], read: ReadTheApp): ShownApp {
    const run = new AppRun(this.tool ?? { name: "" }, uri, read);
    run.inputs = inputs;
    const panel = element("div", appPanel(run), limitNotice(run));
    this.element.append(panel);
    const { top } = panel.getBoundingClientRect();
    if (top > innerHeight * 0.7) panel.scrollIntoView({ block: "start" });
    void run.start();
    return { run, panel };
  }

  // Called when the call has ended, successfully or not. Resolves once the apps have its outcome.
  async end(outcome: Outcome): Promise<void> {
    const { turn } = this;
    const misfit = await this.misfit(outcome);
    // The next call may have begun while the data were checked.
    if (turn !== this.turn) return;
    if (misfit) this.leaveOut(misfit);
    this.giveOutcome(outcome);
    this.isBusy = false;
    this.onChange();
  }

  // Returns the reason why the declared app, a UI that the server has added, cannot show a result; empty if it can.
  private async misfit({ kind, root }: Outcome): Promise<string> {
    const { declared, declaration } = this;
    return kind === "success" && declared && declaration ? misfitOfResult(declaration.uri, root) : "";
  }

  // Says why there is no app in place of the declared one, which closes.
  private leaveOut(reason: string): void {
    const { declared } = this;
    if (!declared) return;
    this.declared = undefined;
    const panels = [...this.element.children];
    for (const panel of panels) panel.setAttribute("hidden", "");
    void declared.close().then(() => panels.forEach((panel) => panel.remove()));
    const text = ` ${printable(reason, 500)}.`;
    this.element.append(element("p.no-ui", { role: "alert" }, element("strong", "No UI:"), text));
  }

  private giveOutcome({ kind, headline, text = "" }: Outcome): void {
    if (kind === "failed" || kind === "cancelled") {
      this.declared?.sendInput(TOOL_CANCELLED, { reason: headline });
      return;
    }
    if (!this.declared && !EMBEDDED_APP_URI.test(text)) return;
    const received = JSON.parse(text) as PlainObject;
    const result = completeResult(received);
    this.declared?.sendResult(result);
    for (const resource of embeddedApps(result)) {
      if (resource.uri !== this.declaration?.uri) this.showEmbedded(resource, result);
    }
  }

  private showEmbedded(resource: EmbeddedApp, result: PlainObject): void {
    const shown = this.show(resource.uri, this.input ? [this.input] : [], (_signal, note) =>
      readEmbedded(resource, note),
    );
    shown.run.sendResult(result);
    this.embedded.push(shown);
  }

  private closeEmbedded(): void {
    for (const { run, panel } of this.embedded) void run.close().then(() => panel.remove());
    this.embedded = [];
  }

  // Closes and removes all apps.
  async close(): Promise<void> {
    const runs = [...(this.declared ? [this.declared] : []), ...this.embedded.map(({ run }) => run)];
    await Promise.all(runs.map((run) => run.close()));
    this.declared = undefined;
    this.embedded = [];
    this.element.replaceChildren();
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
