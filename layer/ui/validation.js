// Asks the server whether the arguments are valid, and keeps asking while they change, so that an error that no longer
// holds goes away by itself.
class Validation {
  constructor(name, draft, { onLead, onViolations }) {
    Object.assign(this, { name, draft, onLead, onViolations, live: false });
    this.element = element("div", { class: "violations", role: "status" });
    this.soon = debounced(() => this.check(), 250);
    draft.onChange(() => this.live && this.soon());
  }

  async check() {
    this.live = true;
    this.work?.abort();
    const { signal } = (this.work = new AbortController());
    try {
      const violations = await fetchViolations(this.name, this.draft.text, signal);
      this.show(violations);
    } catch (problem) {
      if (!signal.aborted) this.element.replaceChildren(element("p", { class: "failure" }, `Not validated: ${problem.message}`));
    }
  }

  show(violations) {
    this.onViolations(violations);
    if (violations.length === 0) {
      this.element.replaceChildren(element("p", { class: "valid" }, "The arguments are valid."));
      return;
    }
    const rows = violations.slice(0, 100).map((violation) =>
      element(
        "li",
        {},
        button("", () => this.onLead(violation.path), { class: "lead" }),
      ),
    );
    rows.forEach((row, index) => {
      const { path, message } = violations[index];
      row.firstChild.append(element("code", {}, path === "" ? "arguments" : spelled(path, 200)), element("span", {}, spelled(message, 500)));
    });
    this.element.replaceChildren(element("p", { class: "failure" }, `${counted(violations.length, "problem")} in the arguments`), element("ul", {}, rows));
  }

  // Back to not having asked, as after a reset.
  clear() {
    this.work?.abort();
    this.live = false;
    this.element.replaceChildren();
    this.onViolations([]);
  }
}
