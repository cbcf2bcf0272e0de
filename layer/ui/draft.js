// The arguments being written: one text, which the form and the text area both edit. The text is the truth.
class Draft {
  constructor(text) {
    this.listeners = [];
    this.set(text);
  }

  // `origin` tells listeners who wrote: "text" (the text area), "field" (one value in the form, already shown there), or
  // anything else.
  set(text, origin) {
    this.text = text;
    this.error = undefined;
    this.root = undefined;
    try {
      this.root = text.trim() === "" ? readJson("{}") : readJson(text);
      if (this.root.type !== "object") this.error = new Error("The arguments must be a JSON object.");
    } catch (problem) {
      this.error = problem;
    }
    for (const listener of this.listeners) listener(origin);
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  nodeAt(path) {
    return nodeAt(this.root, path);
  }
}
