import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { displayName } from "../text/printable";
import type { TaskState } from "./state";
import { statusWords } from "./words";

/** The state of the task of a call, in words. */
export class TaskLine {
  readonly words = signal("");
  readonly isFollowed = signal(true);

  constructor(readonly onLeave: () => void) {}

  show(state: TaskState, trouble?: string): void {
    const { id, message, expires } = state;
    const kept = expires === undefined ? "" : `kept until ${new Date(expires).toLocaleTimeString()}`;
    const facts = [`Task ${displayName(id, 40)}`, statusWords(state), trouble ?? message, kept];
    this.words.value = facts.filter(Boolean).join(" · ");
  }

  end(): void {
    this.isFollowed.value = false;
  }
}

/** The line about the task of a call, with a button that stops waiting for it. */
export function TaskLineView({ line }: { readonly line: TaskLine }): VNode {
  return (
    <p class="task-line">
      <span role="status">{line.words}</span>
      {line.isFollowed.value && (
        <button type="button" class="small" onClick={line.onLeave}>
          Run in background
        </button>
      )}
    </p>
  );
}
