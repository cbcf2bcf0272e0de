// The call as code: for clients of the MCP server, as a test of it, and for clients of the explorer.

import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { accessHeaders, hasAccess } from "../access/credentials";
import { type TabView, Tabs, useTabs } from "../dom/tabs";
import { ToggleButton } from "../dom/toggle-button";
import { endpointForClients, headersHint } from "../protocol/endpoint";
import { toolPath } from "../protocol/links";
import { ROOT_PATH } from "../settings";
import { TextViewer } from "../viewer/text-viewer";
import { CLIENT_CODE, NEEDED, TEST_CODE } from "./server-snippets";
import { LANGUAGES } from "./snippets";

interface CodeViewProps {
  readonly tool: string;
  /** The arguments as they are now. */
  readonly argumentsText: string;
}

/** The call as code. Without an endpoint, only the explorer can be called. */
export function CodeView({ tool, argumentsText }: CodeViewProps): VNode {
  const endpoint = endpointForClients();
  const body = argumentsText.trim() || "{}";
  const explorer = () => <ExplorerCode tool={tool} body={body} />;
  if (!endpoint) return explorer();
  const call = { tool, body, ...endpoint };
  const hint = (name: string) => [NEEDED[name], headersHint(endpoint)].filter(Boolean).join(" ");
  const languages = (made: typeof CLIENT_CODE) =>
    Object.entries(made).map(([name, make]) => codeTab(name, () => make(call), hint(name)));
  return (
    <div>
      <Tabs
        label="Kinds of code"
        tabs={[
          { name: "MCP client", draw: () => <Languages tabs={languages(CLIENT_CODE)} /> },
          { name: "Test", draw: () => <Languages tabs={languages(TEST_CODE)} /> },
          { name: "Explorer's API", draw: explorer },
        ]}
      />
    </div>
  );
}

interface ExplorerCodeProps {
  readonly tool: string;
  readonly body: string;
}

// Credentials are included only on request.
function ExplorerCode({ tool, body }: ExplorerCodeProps): VNode {
  const [isRevealed, setRevealed] = useState(false);
  const url = new URL(toolPath(ROOT_PATH, tool, "/call"), location.origin).href;
  const call = { name: tool, url, body, headers: snippetHeaders(isRevealed) };
  const tabs = Object.entries(LANGUAGES).map(([title, make]) => codeTab(title, () => make(call)));
  return (
    <Languages tabs={tabs}>
      {hasAccess() && <ToggleButton label="Reveal token and headers" isPressed={isRevealed} onToggle={setRevealed} />}
    </Languages>
  );
}

interface LanguagesProps {
  readonly tabs: readonly TabView[];
  /** Stands beside the tabs. */
  readonly children?: VNode | false;
}

function Languages({ tabs, children }: LanguagesProps): VNode {
  const [chosen] = useState(() => signal(tabs[0]!.name));
  const { list, panels } = useTabs({ label: "Languages", tabs, chosen, onChoose: (name) => (chosen.value = name) });
  return (
    <div>
      <div class="tab-row">
        {list}
        {children}
      </div>
      {panels}
    </div>
  );
}

// Code that cannot be made, as from arguments that are not JSON, is replaced by the reason.
function codeTab(name: string, make: () => string, hint = ""): TabView {
  const draw = () => {
    try {
      const code = make();
      return (
        <div>
          {hint && <p class="hint">{hint}</p>}
          <TextViewer key={code} text={code} label={`The call as ${name}`} filename="call.txt" />
        </div>
      );
    } catch {
      return <p class="hint">Fix the JSON of the arguments to see the code.</p>;
    }
  };
  return { name, draw };
}

function snippetHeaders(revealed: boolean): [name: string, value: string][] {
  const hidden = (value: string) => value.replace(/^(Bearer )?.*$/s, "$1<hidden>");
  const access = [...accessHeaders()].map(([name, value]): [string, string] => [
    name,
    revealed ? value : hidden(value),
  ]);
  return [...new Map([["content-type", "application/json"], ...access])];
}
