import { button, element } from "../dom/element";
import { base64Size } from "../text/base64";
import { formatSize } from "../text/units";
import type { Control, Input } from "./context";

const LARGEST_FILE = 16e6;
// Longer texts are not shown, because text areas become slow.
const LONGEST_SHOWN = 4000;

// Bytes as base64: a text, with a button to choose a file in its place.
export function fileControl(input: Input, write: (text: string) => void): Control {
  const note = element("p.hint", { role: "status" });
  const show = (data: string, name?: string) => {
    const isLong = data.length > LONGEST_SHOWN;
    input.value = isLong ? "" : data;
    note.textContent = isLong || name ? [name, base64Size(data)].filter(Boolean).join(" · ") : "";
  };
  const read = async () => {
    const file = picker.files?.[0];
    if (!file) return;
    if (file.size > LARGEST_FILE) {
      note.textContent = `File too large: at most ${formatSize(LARGEST_FILE)}.`;
      return;
    }
    const data = await base64Of(file);
    write(data);
    show(data, file.name);
  };
  const picker = element("input", { type: "file", hidden: true, onchange: () => void read() });
  input.addEventListener("input", () => (note.textContent = ""));
  show(input.value);
  const choose = button("Choose a file", () => picker.click());
  return { node: element("div", element("div.joined", input, picker, choose), note), input };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,?/, ""));
    reader.onerror = () => reject(new Error(reader.error?.message));
    reader.readAsDataURL(file);
  });
}
