// The frame of the page: what it says during an outage, the check of a connection, and the page of the servers.

import { signal } from "@preact/signals";
import { outage } from "../src/protocol/outage";
import { ServersView } from "../src/servers/view";
import { type ServerList, Servers } from "../src/servers/model";
import { Steps } from "../src/shell/doctor";
import { Outage } from "../src/shell/outage-bar";
import type { Shelf } from "./states";

outage.value = { problem: new Error("The explorer cannot be reached. Is it still running?"), retryAt: undefined };

const CHECKED = {
  verdict: signal("The last step shows the problem."),
  steps: signal<readonly unknown[]>([
    { step: "address", outcome: "ok", milliseconds: 12, seen: "2 addresses" },
    { step: "TLS", outcome: "warning", milliseconds: 48, seen: "The certificate ends in 3 days.", next: "Renew it." },
    { step: "Initialize", outcome: "failed", milliseconds: 3, seen: "Status 404", next: "Check the path of the URL." },
  ]),
};

const LIST: ServerList = {
  file: "/home/ada/project/.mcp.json",
  unused: ["$schema"],
  servers: [
    {
      name: "weather",
      state: "ready",
      introduction: {
        name: "Weather of the world",
        version: "1.2.0",
        protocolVersion: "2026-07-28",
        counts: { tools: 12, resources: 1200, prompts: 1 },
      },
      explorer: "/weather/explorer",
      endpoint: "http://127.0.0.1:8080/weather/mcp",
      unused: ["autoApprove"],
    },
    { name: "calendar", state: "starting", explorer: "/calendar/explorer", unused: [] },
    {
      name: "a server with a very long name that does not fit into a card of this width, whatever its width is",
      state: "failed",
      failure: {
        reason: "The server ended with status 1.",
        output: "Error: Cannot find module 'weather'\n    at main.js:1",
      },
      explorer: "/long/explorer",
      restart: "/long/explorer/restart",
      unused: [],
    },
    { name: "old", state: "disabled", unused: [] },
  ],
};

function serversWith(list: ServerList | undefined, problem = ""): Servers {
  const servers = new Servers();
  servers.list.value = list;
  servers.problem.value = problem;
  return servers;
}

const listed = serversWith(LIST);
const failed = serversWith(undefined, "The servers could not be listed: mcp-ui does not answer.");
const loading = serversWith(undefined);

export const SHELL: readonly Shelf[] = [
  {
    room: "shell",
    states: [
      { name: "Outage", draw: () => <Outage /> },
      { name: "Connection check", draw: () => <Steps examination={CHECKED} /> },
    ],
  },
  {
    room: "servers",
    states: [
      { name: "Each state of a server", draw: () => <ServersView servers={listed} /> },
      { name: "Not listed", draw: () => <ServersView servers={failed} /> },
      { name: "Loading", draw: () => <ServersView servers={loading} /> },
    ],
  },
];
