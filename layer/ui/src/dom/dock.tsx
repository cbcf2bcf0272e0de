// The panels below the tool. One at a time is open. Each has a button with a count in the bar of the page.

import { type Signal, signal } from "@preact/signals";
import { type VNode, createRef } from "preact";
import { drawn } from "./drawn";
import { flushed } from "./flushed";
import { byId } from "./page";
import { QuietButton } from "./quiet-button";

export interface DockPanel {
  /** The id of the button in the bar of the page. */
  readonly button: string;
  readonly title: string;
  /** The class of the panel's body. */
  readonly class?: string;
  readonly draw: () => VNode;
  /** Draws further controls beside the title. */
  readonly drawTools?: () => VNode;
  /** Called when the panel is part of the document. */
  readonly onOpen?: () => void;
  readonly onClose?: () => void;
}

/** The button of a panel. */
export interface DockButton {
  /**
   * Shows the button with a count beside its title, or without one if it is 0; undefined hides the button. `about` is
   * read out after the count, which is then emphasised.
   */
  show(count: number | undefined, about?: string): void;
  /** Opens the panel. */
  open(): void;
  isOpen(): boolean;
}

export class Dock {
  readonly opened = signal<DockPanel | undefined>(undefined);
  /** The panels that have been opened so far. They keep their state while others are open. */
  readonly known = signal<readonly DockPanel[]>([]);
  readonly title = createRef<HTMLHeadingElement>();

  constructor() {
    document.querySelector("main")?.after(drawn(<DockView dock={this} />));
  }

  add(panel: DockPanel): DockButton {
    const opener = byId(panel.button);
    const count = signal<BadgeText>({ count: 0, about: "" });
    opener.append(drawn(<Badge text={count} />), drawn(<Hint text={count} />));
    opener.ariaExpanded = "false";
    opener.addEventListener("click", () => (this.opened.peek() === panel ? this.close() : this.#open(panel)));
    return {
      show: (shown, about = "") => {
        opener.hidden = shown === undefined && this.opened.peek() !== panel;
        count.value = { count: shown ?? 0, about };
      },
      open: () => this.#open(panel),
      isOpen: () => this.opened.peek() === panel,
    };
  }

  #open(panel: DockPanel): void {
    this.#leave();
    byId(panel.button).ariaExpanded = "true";
    flushed(() => {
      if (!this.known.peek().includes(panel)) this.known.value = [...this.known.peek(), panel];
      this.opened.value = panel;
    });
    panel.onOpen?.();
    this.title.current?.focus();
  }

  close(): void {
    const left = this.#leave();
    if (left) byId(left.button).focus();
  }

  // Closes the panel without moving the focus. Returns the panel.
  #leave(): DockPanel | undefined {
    const panel = this.opened.peek();
    if (!panel) return undefined;
    flushed(() => (this.opened.value = undefined));
    byId(panel.button).ariaExpanded = "false";
    panel.onClose?.();
    return panel;
  }
}

function DockView({ dock }: { readonly dock: Dock }): VNode {
  const opened = dock.opened.value;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    dock.close();
  };
  return (
    <section class="dock" aria-label={opened?.title} hidden={!opened} onKeyDown={onKeyDown}>
      {opened && (
        <div class="dock-head">
          <h2 tabIndex={-1} ref={dock.title}>
            {opened.title}
          </h2>
          {opened.drawTools?.()}
          <QuietButton label="Close" onClick={() => dock.close()} />
        </div>
      )}
      {dock.known.value.map((panel) => (
        <div key={panel.button} class={`dock-body ${panel.class ?? ""}`} hidden={panel !== opened}>
          {panel.draw()}
        </div>
      ))}
    </section>
  );
}

interface BadgeText {
  readonly count: number;
  readonly about: string;
}

interface BadgeProps {
  readonly text: Signal<BadgeText>;
}

function Badge({ text }: BadgeProps): VNode {
  const { count, about } = text.value;
  return <span class={about === "" ? "dock-badge" : "dock-badge urgent"}>{count > 999 ? "999+" : count || ""}</span>;
}

function Hint({ text }: BadgeProps): VNode {
  const { about } = text.value;
  return <span class="unseen">{about && ` ${about}`}</span>;
}
