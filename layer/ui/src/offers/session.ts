// The state of one resource, template or prompt that survives switching to another item: its fields, and the last result.

import { effect } from "@preact/signals";
import { Conversation, conversationView } from "../conversation/conversation";
import { RunLog, runLogView } from "../log/run-log";
import { RunBar, runButton, runStatus } from "../conversation/run-bar";
import { RunProgress, runProgressView } from "../conversation/run-progress";
import { element, nameNode } from "../dom/element";
import { announce } from "../dom/page";
import { type PlainObject, objectOf, parsedJson } from "../json/plain";
import { type ItemId, itemLink } from "../protocol/links";
import type { Offer, OfferKind } from "../protocol/offers";
import { suspect } from "../protocol/outage";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "../results/facts";
import { resultView } from "../results/result-view";
import { errorOf } from "../text/error";
import { displayName } from "../text/printable";
import { OFFER_WORDS, offerCatalog, offerOf } from "../tools/offer-catalog";
import { OfferForm } from "./fields";
import { offerHead } from "./head";
import { type OfferField, promptFields } from "./prompt-fields";
import { showWatch } from "./resource-watch";
import { contentsViews, messagesViews } from "./result-views";
import { expand, variablesOf } from "./uri-template";
import { ResourceWatch } from "./watch-model";

interface SessionOptions {
  // Called when the arguments have changed.
  readonly onDraft: () => void;
}

export class OfferSession implements ItemId {
  readonly element = element("article.tool");
  readonly kind: OfferKind;
  readonly id: string;
  scrollTop = 0;
  // The arguments in the URL, as last read from it or written to it.
  urlArguments: string | undefined;
  readonly bar: RunBar;
  readonly progress = new RunProgress();
  readonly log = new RunLog();
  private readonly rounds = element("div.rounds");
  private readonly result = element("section", { "aria-label": "Result" });
  private readonly address = element("p.mono.hint", { role: "status" });
  private form: OfferForm | undefined;
  private offer: Offer | undefined;
  private conversation: Conversation | undefined;
  private outcome: Outcome | undefined;
  // The resource that was read last can be watched.
  private watch: ResourceWatch | undefined;
  private readonly watchElement = element("div");

  constructor(
    { kind, id }: { readonly kind: OfferKind; readonly id: string },
    private readonly options: SessionOptions,
  ) {
    this.kind = kind;
    this.id = id;
    this.bar = new RunBar(
      () => void this.start(),
      () => this.conversation?.cancel(),
      kind === "prompt" ? "Get prompt" : "Read",
    );
    effect(() => this.refresh());
  }

  get name(): string {
    return this.id;
  }

  get isShown(): boolean {
    return this.offer !== undefined;
  }

  // Draws the offer again if its definition has changed. A resource can be read even if it is not listed.
  private refresh(): void {
    const { kind, id } = this;
    const isListed = offerCatalog.value !== undefined;
    const unlisted: Offer | undefined =
      kind === "resource" && isListed ? { kind, id, definition: { uri: id } } : undefined;
    const offer = offerOf(this) ?? unlisted;
    if (offer && JSON.stringify(offer) === JSON.stringify(this.offer)) return;
    if (offer) this.draw(offer);
    else if (!this.offer) {
      const text = isListed ? `The server lists no ${OFFER_WORDS[kind].one} of this name.` : "Loading…";
      this.element.replaceChildren(element("h2", nameNode(id, 300)), element("p.hint", text));
    }
  }

  private draw(offer: Offer): void {
    const before = this.form?.values ?? parsedValues(this.urlArguments);
    this.offer = offer;
    const link = () => new URL(itemLink(this, this.linkedArguments()), location.origin + location.pathname).href;
    const head = offerHead(offer, link);
    let fields: readonly OfferField[] = [];
    try {
      fields = this.fields(offer);
    } catch (problem) {
      this.element.replaceChildren(head, element("p.failure", errorOf(problem).message));
      return;
    }
    const ref =
      this.kind === "prompt"
        ? ({ type: "ref/prompt", name: this.id } as const)
        : ({ type: "ref/resource", uri: this.id } as const);
    this.form = new OfferForm(fields, ref, () => this.changed());
    this.form.values = before;
    const form =
      fields.length > 0 &&
      element(
        "section.arguments",
        { "aria-label": "Arguments" },
        element("div.column.whole", element("h3", "Arguments"), this.form.element, this.address),
      );
    const actions = element("div.actions", runButton(this.bar), runStatus(this.bar), runProgressView(this.progress));
    this.element.replaceChildren(
      head,
      element("div.call", form, actions, this.watchElement, this.rounds, this.result, runLogView(this.log)),
    );
    this.showAddress();
  }

  private fields({ definition }: Offer): OfferField[] {
    if (this.kind === "prompt") return promptFields(definition);
    if (this.kind === "resource") return [];
    return variablesOf(this.id).map((variable) => ({ ...variable, isRequired: false }));
  }

  private changed(): void {
    this.showAddress();
    this.options.onDraft();
  }

  private showAddress(): void {
    if (this.kind === "template") this.address.textContent = displayName(this.uri(), 1000);
  }

  private uri(): string {
    return this.kind === "template" ? expand(this.id, this.form?.values ?? {}) : this.id;
  }

  // The definition comes with the lists, which are loaded elsewhere. A resource is read at once, since that changes nothing.
  load(): Promise<void> {
    if (this.kind === "resource" && !this.conversation) void this.start();
    return Promise.resolve();
  }

  invalidate(): void {
    this.conversation?.cancel();
    this.conversation = undefined;
  }

  follow(argumentsText: string | undefined): void {
    if (argumentsText === undefined || argumentsText === this.urlArguments) return;
    this.urlArguments = argumentsText;
    if (this.form) this.form.values = parsedValues(argumentsText);
    this.showAddress();
  }

  linkedArguments(): string | undefined {
    const values = this.form?.values ?? parsedValues(this.urlArguments);
    return Object.keys(values).length > 0 ? JSON.stringify(values) : undefined;
  }

  // Reads the resource, or gets the prompt.
  async start(): Promise<void> {
    // A template that cannot be expanded has no form, and a resource can be read before its definition is known.
    if (this.kind !== "resource" && !this.form) return;
    if (this.conversation?.isRunning() || this.form?.focusMissing()) return;
    if (this.kind === "prompt") {
      await this.request("prompts/get", { name: this.id, arguments: this.form?.values ?? {} });
    } else {
      const uri = this.uri();
      this.offerWatch(uri);
      await this.request("resources/read", { uri });
    }
  }

  // An automatic request is announced to nobody.
  private async request(method: string, params: PlainObject, isAutomatic = false): Promise<void> {
    if (this.conversation?.isRunning()) return;
    const { kind, id } = this;
    const conversation: Conversation = new Conversation({
      request: { method, params: JSON.stringify(params) },
      parts: this,
      onBegin: () => {
        this.watch?.readingBegins();
        if (!isAutomatic) announce(`${kind === "prompt" ? "Getting" : "Reading"} ${displayName(id, 60)}`);
      },
      onShown: () => this.result.replaceChildren(),
      onEnd: (outcome) => {
        this.watch?.readingEnds(outcome.kind === "success");
        this.show(outcome, isAutomatic);
      },
    });
    this.conversation = conversation;
    this.rounds.replaceChildren(conversationView(conversation));
    await conversation.play();
  }

  private offerWatch(uri: string): void {
    if (this.watch?.uri === uri) return;
    this.watch?.stop();
    this.watch = new ResourceWatch({
      uri,
      read: (isAutomatic) => {
        // The button that was pressed goes away.
        if (!isAutomatic) this.bar.focus({ preventScroll: true });
        void this.request("resources/read", { uri }, isAutomatic);
      },
      mayRead: () => !this.conversation?.isRunning() && this.element.isConnected && !isInUse(this.result),
    });
    showWatch(this.watch, this.watchElement);
  }

  validate(): void {
    this.form?.focusMissing();
  }

  private show(outcome: Outcome, isAutomatic: boolean): void {
    const before = this.outcome;
    this.outcome = outcome;
    suspect(outcome);
    // The person stays where they are in an equal result, and at the same part of another one.
    if (isAutomatic && outcome.text === before?.text && this.result.hasChildNodes()) return;
    const chosen = this.result.querySelector('[role="tab"][aria-selected="true"]')?.textContent;
    const initial = before?.kind === outcome.kind ? chosen : undefined;
    const views = this.kind === "prompt" ? messagesViews : contentsViews;
    this.result.replaceChildren(resultView(outcome, { views, initial }));
    if (isAutomatic) return;
    const { label, facts } = callFacts(outcome);
    announce(`${displayName(this.id, 60)}: ${[label, ...facts].join(", ")}`);
  }
}

// Returns whether the person is working with something in a node.
function isInUse(node: HTMLElement): boolean {
  const selection = getSelection();
  return node.contains(document.activeElement) || (selection?.type === "Range" && selection.containsNode(node, true));
}

// The values of a link. Whatever else it has is left out.
function parsedValues(text: string | undefined): PlainObject {
  return objectOf(parsedJson(text ?? ""));
}
