// The state of one resource, template or prompt that survives switching to another item: its fields, and the last result.

import { computed, effect, signal } from "@preact/signals";
import { createRef } from "preact";
import { Run } from "../conversation/run";
import { undrawn } from "../dom/drawn";
import { announce } from "../dom/page";
import { type PlainObject, objectOf, parsedJson } from "../json/plain";
import type { ItemSession, SessionOptions } from "../pane/item-session";
import { itemLink } from "../protocol/links";
import type { Offer, OfferKind } from "../protocol/offers";
import { suspect } from "../protocol/outage";
import type { Outcome } from "../protocol/outcome";
import { callFacts } from "../results/facts";
import { messageOf } from "../text/error";
import { displayName } from "../text/printable";
import { offerCatalog, offerOf } from "../tools/offer-catalog";
import { OfferForm } from "./form";
import { type OfferField, promptFields } from "./prompt-fields";
import { expand, variablesOf } from "./uri-template";
import { ResourceWatch } from "./watch-model";

/** A result with the tab that it opens with. */
interface ShownOutcome {
  readonly outcome: Outcome;
  readonly initial: string | undefined;
}

export class OfferSession implements ItemSession {
  readonly element: HTMLElement;
  readonly kind: OfferKind;
  readonly id: string;
  scrollTop = 0;
  urlArguments: string | undefined;
  /** The definition of the item; undefined until it is known. */
  readonly offer = signal<Offer | undefined>(undefined);
  readonly form = signal<OfferForm | undefined>(undefined);
  /** The reason why a template cannot be filled in. */
  readonly problem = signal<string | undefined>(undefined);
  readonly run: Run;
  readonly shown = signal<ShownOutcome | undefined>(undefined);
  /** The open tab of the result. */
  tab: string | undefined;
  readonly result = createRef<HTMLElement>();
  /** The resource that was read last can be watched. */
  readonly watch = signal<ResourceWatch | undefined>(undefined);
  readonly #unsubscribe: () => void;
  /** The address that a template has with the values of the form. */
  readonly uri = computed(() => (this.kind === "template" ? expand(this.id, this.form.value?.values ?? {}) : this.id));

  constructor(
    { kind, id }: { readonly kind: OfferKind; readonly id: string },
    private readonly options: Pick<SessionOptions, "onDraft">,
    draw: (session: OfferSession) => HTMLElement,
  ) {
    this.kind = kind;
    this.id = id;
    this.run = new Run({ onRun: () => void this.start(), label: kind === "prompt" ? "Get prompt" : "Read" });
    this.#unsubscribe = effect(() => this.#refresh());
    this.element = draw(this);
  }

  get name(): string {
    return this.id;
  }

  get isShown(): boolean {
    return this.offer.value !== undefined;
  }

  get isNeeded(): boolean {
    return this.run.isRunning() || this.watch.peek()?.isOn() === true;
  }

  close(): void {
    this.#unsubscribe();
    this.run.leave();
    this.watch.peek()?.stop();
    undrawn(this.element);
  }

  // Takes the definition if it has changed. A resource can be read even if it is not listed.
  #refresh(): void {
    const { kind, id } = this;
    const isListed = offerCatalog.value !== undefined;
    const unlisted: Offer | undefined =
      kind === "resource" && isListed ? { kind, id, definition: { uri: id } } : undefined;
    const offer = offerOf(this) ?? unlisted;
    if (offer && JSON.stringify(offer) !== JSON.stringify(this.offer.peek())) this.#define(offer);
  }

  #define(offer: Offer): void {
    const before = this.form.peek()?.values ?? parsedValues(this.urlArguments);
    const { kind, id } = this;
    try {
      const ref =
        kind === "prompt" ? ({ type: "ref/prompt", name: id } as const) : ({ type: "ref/resource", uri: id } as const);
      const form = new OfferForm(this.#fields(offer), ref, () => this.options.onDraft());
      form.values = before;
      this.form.value = form;
    } catch (problem) {
      this.problem.value = messageOf(problem);
    }
    this.offer.value = offer;
  }

  #fields({ definition }: Offer): OfferField[] {
    if (this.kind === "prompt") return promptFields(definition);
    if (this.kind === "resource") return [];
    return variablesOf(this.id).map((variable) => ({ ...variable, isRequired: false }));
  }

  /**
   * The definition comes with the lists, which are loaded elsewhere. A resource is read at once, since that changes
   * nothing.
   */
  load(): Promise<void> {
    if (this.kind === "resource" && !this.run.conversation.peek()) void this.start();
    return Promise.resolve();
  }

  invalidate(): void {
    this.run.cancel();
    this.run.dismiss();
  }

  follow(argumentsText: string | undefined): void {
    if (argumentsText === undefined || argumentsText === this.urlArguments) return;
    this.urlArguments = argumentsText;
    const form = this.form.peek();
    if (form) form.values = parsedValues(argumentsText);
  }

  linkedArguments(): string | undefined {
    const values = this.form.peek()?.values ?? parsedValues(this.urlArguments);
    return Object.keys(values).length > 0 ? JSON.stringify(values) : undefined;
  }

  link(): string {
    return new URL(itemLink(this, this.linkedArguments()), location.origin + location.pathname).href;
  }

  /** Reads the resource, or gets the prompt. */
  async start(): Promise<void> {
    const form = this.form.peek();
    // A template that cannot be expanded has no form, and a resource can be read before its definition is known.
    if (this.kind !== "resource" && !form) return;
    if (this.run.isRunning() || form?.focusMissing()) return;
    if (this.kind === "prompt") {
      await this.#request("prompts/get", { name: this.id, arguments: form?.values ?? {} });
    } else {
      const uri = this.uri.peek();
      this.#offerWatch(uri);
      await this.#request("resources/read", { uri });
    }
  }

  // An automatic request is announced to nobody.
  async #request(method: string, params: PlainObject, isAutomatic = false): Promise<void> {
    if (this.run.isRunning()) return;
    const { kind, id } = this;
    await this.run.begin({
      request: { method, params: JSON.stringify(params) },
      onBegin: () => {
        this.watch.peek()?.readingBegins();
        if (!isAutomatic) announce(`${kind === "prompt" ? "Getting" : "Reading"} ${displayName(id, 60)}`);
      },
      onShown: () => (this.shown.value = undefined),
      onEnd: (outcome) => {
        this.watch.peek()?.readingEnds(outcome.kind === "success");
        this.#show(outcome, isAutomatic);
      },
    });
  }

  #offerWatch(uri: string): void {
    const before = this.watch.peek();
    if (before?.uri === uri) return;
    before?.stop();
    this.watch.value = new ResourceWatch({
      uri,
      read: (isAutomatic) => {
        // The button that was pressed goes away.
        if (!isAutomatic) this.run.bar.focus({ preventScroll: true });
        void this.#request("resources/read", { uri }, isAutomatic);
      },
      mayRead: () => !this.run.isRunning() && this.element.isConnected && !isInUse(this.result.current),
    });
  }

  validate(): void {
    this.form.peek()?.focusMissing();
  }

  #before: Outcome | undefined;

  #show(outcome: Outcome, isAutomatic: boolean): void {
    const before = this.#before;
    this.#before = outcome;
    suspect(outcome);
    // The person stays where they are in an equal result, and at the same part of another one.
    if (isAutomatic && outcome.text === before?.text && this.shown.peek()) return;
    this.shown.value = { outcome, initial: before?.kind === outcome.kind ? this.tab : undefined };
    if (isAutomatic) return;
    const { label, facts } = callFacts(outcome);
    announce(`${displayName(this.id, 60)}: ${[label, ...facts].join(", ")}`);
  }
}

// Returns whether the person is working with something in a node.
function isInUse(node: HTMLElement | null): boolean {
  const selection = getSelection();
  return (
    node !== null &&
    (node.contains(document.activeElement) || (selection?.type === "Range" && selection.containsNode(node, true)))
  );
}

// The values of a link. Whatever else it has is left out.
function parsedValues(text: string | undefined): PlainObject {
  return objectOf(parsedJson(text ?? ""));
}
