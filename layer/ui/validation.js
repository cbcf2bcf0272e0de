const MAX_SHOWN = 100;

// Validates the arguments on the server, and again whenever they change, so that resolved errors disappear by themselves.
class Validation {
  constructor(name, draft, { onSelect, onViolations }) {
    Object.assign(this, { name, draft, onSelect, onViolations, started: false });
    this.element = element("div.violations", { role: "status" });
    const soon = debounced(() => this.started && this.check(), 250);
    draft.onChange(soon);
  }

  async check() {
    this.started = true;
    this.work?.abort();
    const { signal } = (this.work = new AbortController());
    try {
      this.show(await fetchViolations(this.name, this.draft.text, signal));
    } catch (problem) {
      if (!signal.aborted) this.element.replaceChildren(element("p.failure", `Not validated: ${problem.message}`));
    }
  }

  show(violations) {
    this.onViolations(violations);
    const item = ({ path, message }) => {
      const row = button("", () => this.onSelect(path), "lead");
      row.append(element("code", path === "" ? "arguments" : printable(path)), nameNode(message, 500));
      return element("li", row);
    };
    if (violations.length === 0) return this.element.replaceChildren(element("p.success", "The arguments are valid."));
    // The schema may not compile, or the arguments may be too large: that is no problem in the arguments.
    const problems = violations.filter(({ keyword }) => keyword !== "schema" && keyword !== "limit");
    if (problems.length === 0) return this.element.replaceChildren(element("p.failure", nameNode(violations[0].message, 600)));
    const shown = violations.length > MAX_SHOWN ? `; the first ${MAX_SHOWN} are shown` : "";
    const heading = element("p.failure", `${counted(problems.length, "problem")} in the arguments${shown}`);
    return this.element.replaceChildren(heading, element("ul", violations.slice(0, MAX_SHOWN).map(item)));
  }

  // Returns to the state before the first validation.
  clear() {
    this.work?.abort();
    this.started = false;
    this.element.replaceChildren();
    this.onViolations([]);
  }
}
