import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { CopyButton } from "../dom/copy";
import { ChosenTabs } from "../dom/tabs";
import { type Endpoint, headersHint } from "../protocol/endpoint";
import { server } from "../protocol/server";
import { CLIENTS, type Client, type Connection, clientName } from "./clients";

const chosen = signal("curl");

/** The ways in which other clients connect to the server. */
export function Connect({ endpoint }: { readonly endpoint: Endpoint }): VNode {
  const connection: Connection = { name: clientName(server.value?.name), ...endpoint };
  const tabs = Object.entries(CLIENTS).map(([name, client]) => ({
    name,
    draw: () => <ClientView name={name} client={client} connection={connection} />,
  }));
  return (
    <div class="home-connect">
      <ChosenTabs label="Clients" tabs={tabs} chosen={chosen} onChoose={(name) => (chosen.value = name)} />
    </div>
  );
}

interface ClientViewProps {
  readonly name: string;
  readonly client: Client;
  readonly connection: Connection;
}

function ClientView({ name, client: { where, text }, connection }: ClientViewProps): VNode {
  const shown = text(connection);
  const { newest } = connection;
  const hasSecrets = connection.headers.length > 0;
  return (
    <div class="home-client">
      <div class="home-client-head">
        <span class="hint">{where}</span>
        <CopyButton text={() => shown} />
      </div>
      <pre class="code" tabIndex={0} role="region" aria-label={`Configuration for ${name}`}>
        {shown}
      </pre>
      {newest !== undefined && (
        <p class="hint">
          For a client of MCP 2026-07-28, use <code>{newest}</code> instead, which starts a second process of the
          server.
        </p>
      )}
      {hasSecrets && (
        <p class="hint">{`${headersHint(connection)} This page never writes your credentials into it.`}</p>
      )}
    </div>
  );
}
