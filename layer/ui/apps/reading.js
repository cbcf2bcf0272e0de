// A scrollable text that the user must see completely before allowing anything. The rest of a long text is shown on demand. `element`
// dispatches the event "read" once the end has been visible.
const LONGEST_SHOWN = 12000;

class ReadingBox {
  constructor(text, label) {
    Object.assign(this, { text, hasSeenEnd: false });
    const hidden = text.length - LONGEST_SHOWN;
    this.isWhole = hidden <= 0;
    this.box = element("pre.code.app-reading", { tabindex: 0, role: "region", "aria-label": label, onscroll: () => this.checkRead() });
    this.box.textContent = printableLines(this.isWhole ? text : text.slice(0, LONGEST_SHOWN));
    this.element = element("div", this.box, !this.isWhole && this.moreNote(hidden, label));
  }

  moreNote(hidden, label) {
    const more = () => {
      this.box.textContent = printableLines(this.text);
      note.remove();
      this.box.focus();
      this.isWhole = true;
      this.checkRead();
    };
    const count = counted(hidden, "character");
    const note = element("p", `${count} of ${label} are not shown yet. Read them before you allow anything. `, button(`Show ${count} more`, more));
    return note;
  }

  checkRead() {
    if (this.isRead()) this.element.dispatchEvent(new Event("read", { bubbles: true }));
  }

  isRead() {
    const { scrollTop, clientHeight, scrollHeight } = this.box;
    this.hasSeenEnd ||= this.isWhole && clientHeight > 0 && scrollTop + clientHeight > scrollHeight - 8;
    return this.hasSeenEnd;
  }
}

function printableLines(text) {
  return text.split("\n").map((line) => printable(line, Infinity)).join("\n");
}
