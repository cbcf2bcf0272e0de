import { VERBATIM, element } from "../dom/element";
import { type JsonNode, rawOf } from "../json/node";
import type { Path } from "../json/path";
import { tryReadJson } from "../json/read";
import { printable } from "../text/printable";
import type { Control, FormContext } from "./context";

// Edits the value as JSON, for values that no other control can show.
export function jsonControl(form: FormContext, path: Path, node: JsonNode, expected?: string): Control {
  const reason = expected && `Shown as JSON: the schema expects the type ${printable(expected, 40)}.`;
  const note = element("span.hint", reason);
  const oninput = () => {
    const written = tryReadJson(input.value);
    note.textContent = written ? "" : "This is not JSON yet.";
    input.setCustomValidity(note.textContent);
    if (written) form.write(path, rawOf(written));
  };
  const input = element("textarea.code", { value: rawOf(node), rows: 1, ...VERBATIM, oninput });
  return { node: element("div", input, note), input };
}
