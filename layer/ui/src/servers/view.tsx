// The page of the servers: a card for each, with its state, what it offers, and its last error.

import type { VNode } from "preact";
import { CopyButton } from "../dom/copy";
import { displayName, printable, printableText } from "../text/printable";
import { counted, formatNumber } from "../text/units";
import type { Introduction, ListedServer, ServerState, Servers } from "./model";

const STATES: Readonly<Record<ServerState, string>> = {
  starting: "Starting",
  ready: "Ready",
  failed: "Failed",
  disabled: "Disabled in the file",
};
const OFFERS = [
  ["tools", "tool", "tools"],
  ["resources", "resource", "resources"],
  ["resourceTemplates", "template", "templates"],
  ["prompts", "prompt", "prompts"],
] as const;
// The characters that are shown of the last lines of a process. The rest is cut.
const LONGEST_OUTPUT = 20000;

export function ServersView({ servers }: { readonly servers: Servers }): VNode {
  const list = servers.list.value;
  const problem = servers.problem.value;
  return (
    <>
      {problem !== "" && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {!list && problem === "" && <p class="hint">Loading…</p>}
      {list && (
        <>
          <header>
            <h2>{counted(list.servers.length, "server")}</h2>
            <p class="hint" role="status">
              {summary(list.servers)}
            </p>
          </header>
          <ul class="server-cards">
            {list.servers.map((server) => (
              <ServerCard key={server.name} server={server} onRestart={(path) => servers.restart(path)} />
            ))}
          </ul>
          <footer class="hint">
            <p>
              From <code>{printable(list.file, 1000)}</code>. <Unused members={list.unused} />
            </p>
            <p>
              Agents connect by the configuration that <code>mcp-ui open</code> has printed in the terminal.
            </p>
          </footer>
        </>
      )}
    </>
  );
}

interface CardProps {
  readonly server: ListedServer;
  readonly onRestart: (path: string) => Promise<void>;
}

function ServerCard({ server, onRestart }: CardProps): VNode {
  const { name, state, explorer, endpoint, restart, introduction, failure, unused } = server;
  const shown = <bdi>{displayName(name, 200)}</bdi>;
  return (
    <li class="card" data-state={state}>
      <div class="server-head">
        <h3>{explorer === undefined ? shown : <a href={explorer}>{shown}</a>}</h3>
        <p class="server-state">{STATES[state]}</p>
      </div>
      {introduction && <Introduced {...introduction} />}
      {failure && (
        <div class="server-failure">
          <p class="error">{printable(failure.reason, 2000)}</p>
          {failure.output !== "" && (
            <pre tabIndex={0} aria-label="Its last lines">
              {printableText(failure.output, LONGEST_OUTPUT)}
            </pre>
          )}
          {restart !== undefined && (
            <button type="button" class="small" onClick={() => void onRestart(restart)}>
              Start again
            </button>
          )}
        </div>
      )}
      {endpoint !== undefined && (
        <p class="server-endpoint">
          <code title="The URL for agents">{endpoint}</code> <CopyButton text={() => endpoint} label="Copy URL" />
        </p>
      )}
      {unused.length > 0 && (
        <p class="hint">
          <Unused members={unused} />
        </p>
      )}
    </li>
  );
}

function Introduced({ name, version, protocolVersion, counts }: Introduction): VNode {
  const named = [name, version].flatMap((part) => (part === undefined ? [] : [printable(part, 200)])).join(" ");
  const offers = OFFERS.filter(([kind]) => (counts[kind] ?? 0) > 0);
  return (
    <>
      <p class="server-counts">
        {offers.map(([kind, one, several]) => (
          <span key={kind}>
            <b>{formatNumber(counts[kind] ?? 0)}</b> {counts[kind] === 1 ? one : several}
          </span>
        ))}
        {offers.length === 0 && "Offers nothing"}
      </p>
      <p class="server-identity hint">
        {named !== "" && <span>{named}</span>}
        {protocolVersion !== undefined && <span>MCP {printable(protocolVersion, 40)}</span>}
      </p>
    </>
  );
}

function Unused({ members }: { readonly members: readonly string[] }): VNode | null {
  if (members.length === 0) return null;
  return (
    <>
      {"Not used by mcp-ui: "}
      {members.map((member, index) => (
        <code key={index}>{printable(member, 200)} </code>
      ))}
    </>
  );
}

function summary(servers: readonly ListedServer[]): string {
  const count = (wanted: ServerState) => servers.filter(({ state }) => state === wanted).length;
  const parts = (["ready", "starting", "failed", "disabled"] as const).flatMap((state) =>
    count(state) > 0 ? [`${count(state)} ${state}`] : [],
  );
  return parts.join(" · ");
}
