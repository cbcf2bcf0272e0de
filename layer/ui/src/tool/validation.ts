import { button, element, nameNode } from "../dom/element";
import type { Draft } from "../form/draft";
import { type Violation, fetchViolations } from "../protocol/tools";
import { debounced } from "../scheduling/debounced";
import { messageOf } from "../text/error";
import { printable } from "../text/printable";
import { counted } from "../text/units";

const MAX_SHOWN = 100;
const QUIET_MS = 250;

interface ValidationOptions {
  // Called with the pointer of the value that the user wants to see.
  readonly onSelect: (pointer: string) => void;
  readonly onViolations: (violations: readonly Violation[]) => void;
}

// Validates the arguments on the server, and again whenever they change, so that resolved errors disappear by
// themselves.
export class Validation {
  readonly element = element("div.violations", { role: "status" });
  private isStarted = false;
  private work: AbortController | undefined;

  constructor(
    private readonly name: string,
    private readonly draft: Draft,
    private readonly options: ValidationOptions,
  ) {
    const soon = debounced(() => this.isStarted && this.check(), QUIET_MS);
    draft.onChange(soon);
  }

  async check(): Promise<void> {
    this.isStarted = true;
    this.work?.abort();
    this.work = new AbortController();
    const { signal } = this.work;
    try {
      this.show(await fetchViolations(this.name, this.draft.text, signal));
    } catch (problem) {
      if (signal.aborted) return;
      this.element.replaceChildren(element("p.failure", `Not validated: ${messageOf(problem)}`));
    }
  }

  private show(violations: readonly Violation[]): void {
    this.options.onViolations(violations);
    this.element.replaceChildren(...this.report(violations));
  }

  private report(violations: readonly Violation[]): HTMLElement[] {
    const [first] = violations;
    if (!first) return [element("p.success", "The arguments are valid.")];
    // A schema that does not compile, or a limit of the server, is not a problem in the arguments.
    const problems = violations.filter(({ keyword }) => keyword !== "schema" && keyword !== "limit");
    if (problems.length === 0) return [element("p.failure", nameNode(first.message, 600))];
    const shown = violations.length > MAX_SHOWN ? `; the first ${MAX_SHOWN} are shown` : "";
    const heading = element("p.failure", `${counted(problems.length, "problem")} in the arguments${shown}`);
    return [
      heading,
      element(
        "ul",
        violations.slice(0, MAX_SHOWN).map((violation) => this.row(violation)),
      ),
    ];
  }

  private row({ path, message }: Violation): HTMLElement {
    const row = button("", () => this.options.onSelect(path), "lead");
    row.append(element("code", path === "" ? "arguments" : printable(path)), nameNode(message, 500));
    return element("li", row);
  }

  // Returns to the state before the first validation.
  clear(): void {
    this.work?.abort();
    this.isStarted = false;
    this.element.replaceChildren();
    this.options.onViolations([]);
  }
}
