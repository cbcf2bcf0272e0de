// The arguments being edited: one text, shared by the form and the text area. The text is the source of truth.
class Draft {
  constructor(text) {
    this.listeners = [];
    this.set(text);
  }

  // `origin` names the writer: "text" (the text area), "field" (a form field that already shows the value), or anything
  // else.
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
