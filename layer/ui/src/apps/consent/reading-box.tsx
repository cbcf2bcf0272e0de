import { button, element } from "../../dom/element";
import { printableLines } from "../../text/printable";
import { counted } from "../../text/units";

// A scrollable text that the user must see completely before allowing anything. The rest of a long text is shown on
// demand. `element` dispatches the event "read" once the end has been visible.
const LONGEST_SHOWN = 12000;
const END_TOLERANCE = 8;

export class ReadingBox {
  readonly element: HTMLElement;
  private readonly box: HTMLElement;
  private isWhole: boolean;
  private hasSeenEnd = false;

  constructor(
    private readonly text: string,
    label: string,
  ) {
    const hidden = text.length - LONGEST_SHOWN;
    this.isWhole = hidden <= 0;
    const props = { tabindex: 0, role: "region", "aria-label": label, onscroll: () => this.checkRead() };
    this.box = element("pre.code.app-reading", props);
    this.box.textContent = printableLines(this.isWhole ? text : text.slice(0, LONGEST_SHOWN));
    this.element = element("div", this.box, !this.isWhole && this.moreNote(hidden, label));
  }

  private moreNote(hidden: number, label: string): HTMLElement {
    const more = () => {
      this.box.textContent = printableLines(this.text);
      note.remove();
      this.box.focus();
      this.isWhole = true;
      this.checkRead();
    };
    const count = counted(hidden, "character");
    const text = `${count} of ${label} are not shown yet. Read them before you allow anything. `;
    const note = element("p", text, button(`Show ${count} more`, more));
    return note;
  }

  private checkRead(): void {
    if (this.isRead()) this.element.dispatchEvent(new Event("read", { bubbles: true }));
  }

  isRead(): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.box;
    this.hasSeenEnd ||= this.isWhole && clientHeight > 0 && scrollTop + clientHeight > scrollHeight - END_TOLERANCE;
    return this.hasSeenEnd;
  }
}
