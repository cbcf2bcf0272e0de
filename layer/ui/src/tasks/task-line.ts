import { button, element } from "../dom/element";
import { displayName } from "../text/printable";
import { statusWords } from "./words";
import type { TaskState } from "./state";

// The line about the task of a call, with a button that stops waiting for it.
export class TaskLine {
  readonly element: HTMLElement;
  private readonly text = element("span", { role: "status" });
  private readonly leave: HTMLButtonElement;

  constructor(onLeave: () => void) {
    this.leave = button("Leave it running", onLeave, "small");
    this.element = element("p.task-line", this.text, this.leave);
  }

  show(state: TaskState, trouble?: string): void {
    const { id, message, expires } = state;
    const kept = expires === undefined ? "" : `kept until ${new Date(expires).toLocaleTimeString()}`;
    const facts = [`Task ${displayName(id, 40)}`, statusWords(state), trouble ?? message, kept];
    const text = facts.filter(Boolean).join(" · ");
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  end(): void {
    this.leave.remove();
  }
}
