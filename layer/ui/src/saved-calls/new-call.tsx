import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { VERBATIM } from "../dom/attributes";
import { LONGEST_NAME } from "./entries";

interface NewCallProps {
  readonly isTaken: (name: string) => boolean;
  // Saves the current arguments, and returns whether they are saved.
  readonly onSave: (name: string, isReplaced: boolean) => Promise<boolean>;
  // Called with a name that is empty or taken.
  readonly onRefuse: (name: string) => void;
}

/** A name for the current arguments. If it is taken, the button asks to replace the saved call. */
export function NewCall({ isTaken, onSave, onRefuse }: NewCallProps): VNode {
  const [name, setName] = useState("");
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const save = async () => {
    const wanted = name.trim();
    const taken = isTaken(wanted);
    if (!wanted || (taken && !isAsked)) {
      onRefuse(wanted);
      setAsked(taken);
      if (!wanted) field.current?.focus();
      return;
    }
    setAsked(false);
    if (await onSave(wanted, taken)) setName("");
  };
  return (
    <div class="joined">
      <input
        ref={field}
        aria-label="Name of the call"
        placeholder="Name for these arguments"
        {...VERBATIM}
        maxLength={LONGEST_NAME}
        value={name}
        onInput={(event) => {
          setName(event.currentTarget.value);
          setAsked(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.isComposing && !event.ctrlKey && !event.metaKey) void save();
        }}
      />
      <button type="button" onClick={() => void save()}>
        {isAsked ? "Replace" : "Save call"}
      </button>
    </div>
  );
}
