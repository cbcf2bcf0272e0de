import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { MaybeNode } from "../json/node";
import { taskSupport } from "./support";

/** The choice to run a tool as a task. */
export class TaskChoice {
  readonly isWanted = signal(false);

  /** `definition` is the tool as the server lists it. */
  constructor(readonly definition: MaybeNode) {}

  isTask(): boolean {
    const support = taskSupport(this.definition);
    return support === "required" || (support === "optional" && this.isWanted.value);
  }
}

/** The switch for the choice, which only tools have that can run either way. */
export function TaskSwitch({ choice }: { readonly choice: TaskChoice }): VNode {
  return (
    <label class="check" hidden={taskSupport(choice.definition) !== "optional"}>
      <input
        type="checkbox"
        checked={choice.isWanted.value}
        onChange={({ currentTarget }) => (choice.isWanted.value = currentTarget.checked)}
      />
      Run as a task
    </label>
  );
}
