// Asks the server whether the arguments are valid, and keeps asking while they change, so that an error that no longer
// holds goes away by itself.
class Validation {
  constructor(name, draft, { onLead, onViolations }) {
    Object.assign(this, { name, draft, onLead, onViolations, live: false });
    this.element = element("div.violations", { role: "status" });
    const soon = debounced(() => this.live && this.check(), 250);
    draft.onChange(soon);
  }

  async check() {
    this.live = true;
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
    const row = ({ path, message }) => {
      const lead = button("", () => this.onLead(path), "lead");
      lead.append(element("code", path === "" ? "arguments" : spelled(path)), nameNode(message, 500));
      return element("li", lead);
    };
    if (violations.length === 0) this.element.replaceChildren(element("p.success", "The arguments are valid."));
    else this.element.replaceChildren(element("p.failure", `${counted(violations.length, "problem")} in the arguments`), element("ul", violations.slice(0, 100).map(row)));
  }

  // Back to not having asked, as after a reset.
  clear() {
    this.work?.abort();
    this.live = false;
    this.element.replaceChildren();
    this.onViolations([]);
  }
}
