// Times, and dates with times: a text, because RFC 3339 has a zone that pickers do not have, with a picker beside it that
// writes the zone of this computer.

import { button, element } from "../dom/element";
import type { Control, Input } from "./context";

export function momentControl(input: Input, format: "time" | "date-time"): Control {
  const isTime = format === "time";
  const picker = element("input.unseen", {
    type: isTime ? "time" : "datetime-local",
    step: 1,
    tabindex: -1,
    "aria-hidden": "true",
  });
  const open = () => {
    const written = new Date(isTime ? `${today()}T${input.value}` : input.value);
    const from = Number.isNaN(written.getTime()) ? new Date() : written;
    picker.value = localText(from).slice(isTime ? 11 : 0);
    picker.showPicker();
  };
  picker.addEventListener("input", () => {
    if (picker.value === "") return;
    const seconds = picker.value.length === (isTime ? 5 : 16) ? ":00" : "";
    const picked = new Date(isTime ? `${today()}T${picker.value}` : picker.value);
    input.value = `${picker.value}${seconds}${zoneOf(picked)}`;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const opener = button("Pick", open, "", { "aria-label": isTime ? "Pick a time" : "Pick a date and time" });
  return { node: element("div.joined", input, picker, opener), input };
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
