import { effect } from "@preact/signals";
import { element } from "../dom/element";
import type { MaybeNode } from "../json/node";
import { taskSupport } from "./support";

// The choice to run a tool as a task. It is shown for tools that can run either way.
export class TaskSwitch {
  readonly element = element("label.check", { hidden: true });
  private readonly box = element("input", { type: "checkbox" });

  constructor(private readonly definition: MaybeNode) {
    this.element.append(this.box, "Run as a task");
    effect(() => {
      this.element.hidden = taskSupport(definition) !== "optional";
    });
  }

  isOn(): boolean {
    const support = taskSupport(this.definition);
    return support === "required" || (support === "optional" && this.box.checked);
  }
}
