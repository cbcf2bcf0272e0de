import { accessHeaders, hasAccess } from "../access/credentials";
import { button, element } from "../dom/element";
import { tabSet } from "../dom/tabs";
import { toolPath } from "../protocol/links";
import { ROOT_PATH } from "../settings";
import { textViewer } from "../viewer/text-viewer";
import { LANGUAGES } from "./snippets";

// The call as code. Credentials are included only on request. `argumentsText` returns the arguments as they are now.
export function snippetView(
  name: string,
  argumentsText: () => string,
  initial = "cURL",
  revealed = false,
): HTMLElement {
  const url = new URL(toolPath(ROOT_PATH, name, "/call"), location.origin).href;
  const call = { name, url, body: argumentsText().trim() || "{}", headers: snippetHeaders(revealed) };
  let language = initial;
  const tabs = Object.entries(LANGUAGES).map(([title, make]) => ({
    name: title,
    panel: () => textViewer(make(call), { label: `The call as ${title}`, filename: "call.txt" }),
  }));
  const { list, panels } = tabSet("Languages", tabs, { initial, onChoose: (chosen) => (language = chosen) });
  const reveal = () => {
    view.replaceWith(snippetView(name, argumentsText, language, !revealed));
  };
  const toggle = hasAccess() && button("Reveal token and headers", reveal, "quiet small", { "aria-pressed": revealed });
  const view = element("div", element("div.tab-row", list, toggle), panels);
  return view;
}

function snippetHeaders(revealed: boolean): [name: string, value: string][] {
  const hidden = (value: string) => value.replace(/^(Bearer )?.*$/s, "$1<hidden>");
  const access = [...accessHeaders()].map(([name, value]): [string, string] => [
    name,
    revealed ? value : hidden(value),
  ]);
  return [...new Map([["content-type", "application/json"], ...access])];
}
