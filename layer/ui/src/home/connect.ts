import { copyButton } from "../dom/copy";
import { element } from "../dom/element";
import { tabSet } from "../dom/by-hand";
import { endpointForClients, headersHint } from "../protocol/endpoint";
import { server } from "../protocol/server";
import { CLIENTS, type Client, type Connection, clientName } from "./clients";

let chosen: string | undefined;

// Shows how other clients connect to the server; nothing if there is no endpoint that they could reach.
export function connectView(): HTMLElement | undefined {
  const endpoint = endpointForClients();
  if (!endpoint) return undefined;
  const connection: Connection = { name: clientName(server.value?.name), ...endpoint };
  const tabs = Object.entries(CLIENTS).map(([name, client]) => ({
    name,
    panel: () => clientView(name, client, connection),
  }));
  const onChoose = (name: string) => (chosen = name);
  const { list, panels } = tabSet("Clients", tabs, { initial: chosen ?? "curl", onChoose });
  return element("div.home-connect", list, panels);
}

function clientView(name: string, { where, text }: Client, connection: Connection): HTMLElement {
  const shown = text(connection);
  const { newest } = connection;
  const hasSecrets = connection.headers.length > 0;
  return element(
    "div.home-client",
    element(
      "div.home-client-head",
      element("span.hint", where),
      copyButton(() => shown),
    ),
    element("pre.code", { tabindex: 0, role: "region", "aria-label": `Configuration for ${name}` }, shown),
    newest !== undefined &&
      element(
        "p.hint",
        "Newest revision, a process of its own: ",
        element("code", newest),
        " in place of the address.",
      ),
    hasSecrets && element("p.hint", `${headersHint(connection)} This page never writes your credentials into it.`),
  );
}
