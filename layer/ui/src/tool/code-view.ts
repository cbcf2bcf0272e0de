// The call as code: for clients of the MCP server, as a test of it, and for clients of the explorer.

import { accessHeaders, hasAccess } from "../access/credentials";
import { button, element } from "../dom/element";
import { type Tab, tabSet } from "../dom/by-hand";
import { endpointForClients, headersHint } from "../protocol/endpoint";
import { toolPath } from "../protocol/links";
import { ROOT_PATH } from "../settings";
import { textViewer } from "../viewer/text-viewer";
import { CLIENT_CODE, NEEDED, TEST_CODE } from "./server-snippets";
import { LANGUAGES } from "./snippets";

// Without an endpoint, only the explorer can be called. `argumentsText` returns the arguments as they are now.
export function codeView(tool: string, argumentsText: () => string): HTMLElement {
  const endpoint = endpointForClients();
  if (!endpoint) return explorerView(tool, argumentsText);
  const call = { tool, body: argumentsText().trim() || "{}", ...endpoint };
  const hint = (name: string) => [NEEDED[name], headersHint(endpoint)].filter(Boolean).join(" ");
  const made = (languages: typeof CLIENT_CODE) =>
    languageTabs(Object.entries(languages).map(([name, make]) => codeTab(name, () => make(call), hint(name))));
  const tabs: Tab[] = [
    { name: "MCP client", panel: () => made(CLIENT_CODE) },
    { name: "Test", panel: () => made(TEST_CODE) },
    { name: "Explorer's API", panel: () => explorerView(tool, argumentsText) },
  ];
  const { list, panels } = tabSet("Kinds of code", tabs);
  return element("div", list, panels);
}

// Credentials are included only on request.
function explorerView(name: string, argumentsText: () => string, initial = "cURL", revealed = false): HTMLElement {
  const url = new URL(toolPath(ROOT_PATH, name, "/call"), location.origin).href;
  const call = { name, url, body: argumentsText().trim() || "{}", headers: snippetHeaders(revealed) };
  let language = initial;
  const tabs = Object.entries(LANGUAGES).map(([title, make]) => codeTab(title, () => make(call)));
  const reveal = () => {
    view.replaceWith(explorerView(name, argumentsText, language, !revealed));
  };
  const toggle = hasAccess() && button("Reveal token and headers", reveal, "quiet small", { "aria-pressed": revealed });
  const view = languageTabs(tabs, { initial, onChoose: (chosen) => (language = chosen), toggle });
  return view;
}

interface LanguageOptions {
  readonly initial?: string;
  readonly onChoose?: (language: string) => void;
  readonly toggle?: HTMLElement | false;
}

function languageTabs(tabs: readonly Tab[], { toggle, ...options }: LanguageOptions = {}): HTMLElement {
  const { list, panels } = tabSet("Languages", tabs, options);
  return element("div", element("div.tab-row", list, toggle), panels);
}

// Code that cannot be made, as from arguments that are not JSON, is replaced by the reason.
function codeTab(name: string, make: () => string, hint = ""): Tab {
  const panel = () => {
    try {
      const code = textViewer(make(), { label: `The call as ${name}`, filename: "call.txt" });
      return element("div", hint && element("p.hint", hint), code);
    } catch {
      return element("p.hint", "Fix the JSON of the arguments to see the code.");
    }
  };
  return { name, panel };
}

function snippetHeaders(revealed: boolean): [name: string, value: string][] {
  const hidden = (value: string) => value.replace(/^(Bearer )?.*$/s, "$1<hidden>");
  const access = [...accessHeaders()].map(([name, value]): [string, string] => [
    name,
    revealed ? value : hidden(value),
  ]);
  return [...new Map([["content-type", "application/json"], ...access])];
}
