// The ways in which other clients connect to the server.

import type { VNode } from "preact";
import { CopyButton } from "../dom/copy";
import { LazyDetails } from "../dom/lazy-details";
import { type Endpoint, headersHint } from "../protocol/endpoint";
import { server } from "../protocol/server";
import { CLIENTS, type Client, type Connection, clientName } from "./clients";

/** A card for each client, with one action. */
export function Connect({ endpoint }: { readonly endpoint: Endpoint }): VNode {
  const connection: Connection = { name: clientName(server.value?.name), ...endpoint };
  return (
    <>
      <ul class="cards">
        {Object.entries(CLIENTS).map(([name, client]) => (
          <ClientCard key={name} name={name} client={client} connection={connection} />
        ))}
      </ul>
      {endpoint.newest !== undefined && (
        <p class="hint">
          For a client of MCP 2026-07-28, use <code>{endpoint.newest}</code> instead, which starts a second process of
          the server.
        </p>
      )}
      {endpoint.headers.length > 0 && (
        <p class="hint">{`${headersHint(endpoint)} This page never writes your credentials into it.`}</p>
      )}
    </>
  );
}

interface ClientCardProps {
  readonly name: string;
  readonly client: Client;
  readonly connection: Connection;
}

function ClientCard({ name, client: { where, text, link, mark }, connection }: ClientCardProps): VNode {
  const shown = text(connection);
  return (
    <li class="card client">
      <div class="client-head">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={mark} />
        </svg>
        <strong>{name}</strong>
        {link ? (
          <a class="action" href={link(connection)}>{`Add to ${name}`}</a>
        ) : (
          <CopyButton text={() => shown} label="Copy" />
        )}
      </div>
      <LazyDetails summary={where}>
        {() => (
          <>
            <pre class="code" tabIndex={0} role="region" aria-label={`Configuration for ${name}`}>
              {shown}
            </pre>
            {link && <CopyButton text={() => shown} />}
          </>
        )}
      </LazyDetails>
    </li>
  );
}
