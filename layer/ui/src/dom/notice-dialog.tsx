import type { ComponentChildren, VNode } from "preact";
import { openDrawn } from "./dialogs";

interface NoticeProps {
  /** The class of the dialog, and the beginning of the id of its title. */
  readonly name: string;
  readonly title: string;
  readonly children: ComponentChildren;
  /** Set if the children have a button for what the dialog is about. */
  readonly hasAction?: boolean;
}

/** Opens a dialog that goes when it is closed. */
export function openNotice(notice: NoticeProps, onClosed?: () => void): void {
  openDrawn(<Notice {...notice} />, onClosed);
}

function Notice({ name, title, children, hasAction = false }: NoticeProps): VNode {
  return (
    <dialog class={name} aria-labelledby={`${name}-title`}>
      <form method="dialog">
        <h2 id={`${name}-title`}>{title}</h2>
        {children}
        <div class="dialog-actions">
          <button type="submit" class={hasAction ? undefined : "primary"}>
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
