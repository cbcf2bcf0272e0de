import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { base64Size } from "../text/base64";
import { formatSize } from "../text/units";
import { GrowingArea, type GrowingAreaProps } from "./growing-area";

// Maximum size of a file that can be chosen. A larger one is refused.
const LARGEST_FILE = 16e6;
// Maximum number of base64 characters to show. A longer text is hidden, because text areas become slow.
const LONGEST_SHOWN = 4000;

/** Bytes as base64: a text, with a button to choose a file in its place. */
export function FileInput({ value, write, props }: GrowingAreaProps): VNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState(() => noteOf(value));
  const read = async () => {
    const file = picker.current?.files?.[0];
    if (!file) return;
    if (file.size > LARGEST_FILE) return setNote(`File too large: at most ${formatSize(LARGEST_FILE)}.`);
    const data = await base64Of(file);
    write(data);
    if (area.current) area.current.value = shownText(data);
    setNote(noteOf(data, file.name));
  };
  const onType = (text: string) => {
    setNote("");
    write(text);
  };
  return (
    <div>
      <div class="joined">
        <GrowingArea value={shownText(value)} write={onType} props={{ ...props, ref: area }} />
        <input type="file" hidden ref={picker} onChange={() => void read()} />
        <button type="button" onClick={() => picker.current?.click()}>
          Choose a file
        </button>
      </div>
      <p class="hint" role="status">
        {note}
      </p>
    </div>
  );
}

function shownText(data: string): string {
  return data.length > LONGEST_SHOWN ? "" : data;
}

function noteOf(data: string, name?: string): string {
  return data.length > LONGEST_SHOWN || name ? [name, base64Size(data)].filter(Boolean).join(" · ") : "";
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(new Error(reader.error?.message));
    reader.readAsDataURL(file);
  });
}
