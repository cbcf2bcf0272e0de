// A text that the user has to see whole before anything is allowed: it scrolls within bounds, and of a long one the rest is shown on
// demand. `element` raises the event "read" when its end has been in sight.
const LONGEST_SHOWN = 12000;

class ReadingBox {
  constructor(text, what) {
    Object.assign(this, { text, hasSeenEnd: false });
    const hidden = text.length - LONGEST_SHOWN;
    this.isWhole = hidden <= 0;
    this.box = element("pre.code.app-reading", { tabindex: 0, role: "region", "aria-label": what, onscroll: () => this.look() });
    this.box.textContent = spelledLines(this.isWhole ? text : text.slice(0, LONGEST_SHOWN));
    this.element = element("div", this.box, !this.isWhole && this.rest(hidden, what));
  }

  rest(hidden, what) {
    const more = () => {
      this.box.textContent = spelledLines(this.text);
      note.remove();
      this.box.focus();
      this.isWhole = true;
      this.look();
    };
    const count = counted(hidden, "character");
    const note = element("p", `${count} of ${what} are not shown yet. Read them before you allow anything. `, button(`Show ${count} more`, more));
    return note;
  }

  look() {
    if (this.isRead()) this.element.dispatchEvent(new Event("read", { bubbles: true }));
  }

  isRead() {
    const { scrollTop, clientHeight, scrollHeight } = this.box;
    this.hasSeenEnd ||= this.isWhole && clientHeight > 0 && scrollTop + clientHeight > scrollHeight - 8;
    return this.hasSeenEnd;
  }
}

function spelledLines(text) {
  return text.split("\n").map((line) => spelled(line, Infinity)).join("\n");
}
