import { signal } from "@preact/signals";
import { createRef } from "preact";
import { flushed } from "../dom/flushed";
import { announce } from "../dom/page";
import type { Draft } from "../form/draft";
import { withKinds } from "../form/undecided";
import type { MaybeNode } from "../json/node";
import { fetchViolations } from "../protocol/tools";
import { type Violation, isProblem } from "../protocol/violations";
import { debounced } from "../scheduling/debounced";
import { messageOf } from "../text/error";
import { displayName } from "../text/printable";
import { counted } from "../text/units";
import { withMissing } from "./missing";

const QUIET_MS = 250;
// The time for which a run waits for the violations of its arguments. Then it begins without them.
const PATIENCE_MS = 4000;

// The violations that are shown. Further ones are counted.
export const MAX_SHOWN = 100;

/** The outcome of a validation. */
export interface Validated {
  readonly violations: readonly Violation[];
  /** The reason why the server could not validate; empty if it could. */
  readonly failure: string;
  /** The arguments that were validated. */
  readonly root: MaybeNode;
}

/** Returns the outcome in words: one or two sentences. */
export function validatedWords({ violations, failure }: Validated): readonly string[] {
  const [first] = violations;
  if (!first) return [failure || "The arguments are valid."];
  const problems = violations.filter(isProblem).length;
  const cut = violations.length > MAX_SHOWN ? `; the first ${MAX_SHOWN} are shown` : "";
  const words =
    problems === 0 ? displayName(first.message, 600) : `${counted(problems, "problem")} in the arguments${cut}`;
  return failure ? [failure, words] : [words];
}

interface ValidationOptions {
  // Called with the pointer of the value that the user wants to see.
  readonly onSelect: (pointer: string) => void;
  // Shows the violations at their fields, and returns them in the order of the fields.
  readonly onViolations: (violations: readonly Violation[]) => readonly Violation[];
  // The required fields of the form that have no value yet.
  readonly missing: () => readonly Violation[];
  readonly hasField: (pointer: string) => boolean;
  readonly undecided: ReadonlyMap<string, readonly string[]>;
}

/**
 * Validates the arguments on the server, and again whenever they change, so that resolved errors disappear by
 * themselves.
 */
export class Validation {
  /** The outcome that is shown. */
  readonly shown = signal<Validated | undefined>(undefined);
  /** The place where it is shown. */
  readonly place = createRef<HTMLDivElement>();
  #isStarted = false;
  #work: AbortController | undefined;
  #checking: Promise<readonly Violation[]> | undefined;

  constructor(
    private readonly name: string,
    private readonly draft: Draft,
    readonly options: ValidationOptions,
  ) {
    // Only where somebody has seen an outcome is success worth a word.
    const soon = debounced(() => this.#isStarted && this.check(this.shown.peek() === undefined), QUIET_MS);
    draft.onChange(() => {
      this.#stop();
      // The text itself says what is wrong with it.
      if (draft.error) this.shown.value = undefined;
      soon();
    });
  }

  /**
   * Shows the violations, and returns those that are problems of the arguments. If there are none, a quiet check shows
   * nothing. A check of the same text that is under way is not started again.
   */
  check(isQuiet = false): Promise<readonly Violation[]> {
    if (this.draft.error) return Promise.resolve([]);
    this.#isStarted = true;
    if (this.#checking) return this.#checking;
    const checking = this.#checked(isQuiet);
    this.#checking = checking;
    const end = () => {
      if (this.#checking === checking) this.#checking = undefined;
    };
    void checking.then(end, end);
    return checking;
  }

  /**
   * Checks because the user asks for it, and shows the outcome even if it is outside of the visible part of the page.
   */
  async show(): Promise<void> {
    await this.check();
    const shown = this.shown.peek();
    if (shown) announce(validatedWords(shown).join(" "));
    this.place.current?.scrollIntoView({ block: "nearest" });
  }

  async #checked(isQuiet: boolean): Promise<readonly Violation[]> {
    this.#work = new AbortController();
    const { signal } = this.#work;
    let reported: readonly Violation[] = [];
    let failure = "";
    try {
      reported = await fetchViolations(this.name, this.draft.text, signal);
    } catch (problem) {
      if (signal.aborted) return [];
      failure = `Not validated. ${messageOf(problem)}`;
    }
    const { missing, hasField, undecided, onViolations } = this.options;
    const violations = onViolations(withKinds(withMissing(reported, missing(), hasField), undecided));
    const isShown = violations.length > 0 || failure || !isQuiet;
    flushed(() => (this.shown.value = isShown ? { violations, failure, root: this.draft.root } : undefined));
    return violations.filter(isProblem);
  }

  /**
   * Does a quiet check, but does not wait long for it: a server that validates slowly, or not at all, can still be
   * called.
   */
  known(): Promise<readonly Violation[]> {
    const late = new Promise<readonly Violation[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS));
    return Promise.race([this.check(true), late]);
  }

  /** Returns to the state before the first validation. */
  clear(): void {
    this.#stop();
    this.#isStarted = false;
    this.shown.value = undefined;
    this.options.onViolations([]);
  }

  #stop(): void {
    this.#work?.abort();
    this.#checking = undefined;
  }
}
