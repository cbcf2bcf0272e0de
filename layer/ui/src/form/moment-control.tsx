// Times, and dates with times: a text, because RFC 3339 has a zone that pickers do not have, with a picker beside it that
// writes the zone of this computer.

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { GrowingArea, type GrowingAreaProps } from "./growing-area";

interface MomentInputProps extends GrowingAreaProps {
  readonly format: "time" | "date-time";
}

export function MomentInput({ format, value, write, props }: MomentInputProps): VNode {
  const isTime = format === "time";
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const open = () => {
    const text = area.current!.value;
    const written = new Date(isTime ? `${today()}T${text}` : text);
    const from = Number.isNaN(written.getTime()) ? new Date() : written;
    picker.current!.value = localText(from).slice(isTime ? 11 : 0);
    picker.current!.showPicker();
  };
  const pick = (text: string) => {
    if (text === "") return;
    const seconds = text.length === (isTime ? 5 : 16) ? ":00" : "";
    const picked = new Date(isTime ? `${today()}T${text}` : text);
    area.current!.value = `${text}${seconds}${zoneOf(picked)}`;
    area.current!.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div class="joined">
      <GrowingArea value={value} write={write} props={{ ...props, ref: area }} />
      <input
        class="unseen"
        type={isTime ? "time" : "datetime-local"}
        step={1}
        tabIndex={-1}
        aria-hidden
        ref={picker}
        onInput={({ currentTarget }) => pick(currentTarget.value)}
      />
      <button type="button" aria-label={isTime ? "Pick a time" : "Pick a date and time"} onClick={open}>
        Pick
      </button>
    </div>
  );
}

function today(): string {
  return localText(new Date()).slice(0, 10);
}

// The date and the time in the zone of this computer.
function localText(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
}

function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const digits = (amount: number) => String(Math.floor(Math.abs(amount))).padStart(2, "0");
  return minutes === 0 ? "Z" : `${minutes < 0 ? "-" : "+"}${digits(minutes / 60)}:${digits(minutes % 60)}`;
}
