// The switches for what this page offers to the server as an MCP client.

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { freshId } from "../dom/attributes";
import { openNotice } from "../dom/notice-dialog";
import { server } from "../protocol/server";
import { revisionProblem, revisionText } from "./revisions";
import { CAPABILITIES, LOG_LEVELS, REVISIONS, capabilityName, client, setClient, wholeOf } from "../protocol/client";

/** The button that opens the settings. It says which revision is chosen, unless that is automatic. */
export function ClientButton(): VNode {
  const { revision } = client.value;
  return (
    <button type="button" class="quiet small" onClick={open}>
      Client settings{revision !== "automatic" && `: ${revision} revision`}
    </button>
  );
}

function open(): void {
  openNotice({ name: "client", title: "Client settings", children: <ClientSettings /> });
}

/** The settings for what this page offers to the server. */
export function ClientSettings(): VNode {
  const [group] = useState(freshId);
  const { allowed, revision, logLevel } = client.value;
  const change = (path: string, isOn: boolean) => {
    const others = allowed.filter((other) => other !== path);
    setClient({ allowed: isOn ? [...others, path] : others });
  };
  return (
    <div class="client-settings">
      <fieldset>
        <legend>Capabilities</legend>
        <p class="hint">
          Announced with each request, and kept in this browser. Switch one off to see what the server does without it.
        </p>
        {[...CAPABILITIES].map(([path, about]) => {
          const whole = wholeOf(path);
          return (
            <label key={path} class={whole ? "check part" : "check"}>
              <input
                type="checkbox"
                checked={allowed.includes(path)}
                disabled={whole !== undefined && !allowed.includes(whole)}
                onChange={(event) => change(path, event.currentTarget.checked)}
              />
              {capabilityName(path)} <span class="hint">{about}</span>
            </label>
          );
        })}
      </fieldset>
      <fieldset>
        <legend>Revision of MCP</legend>
        {REVISIONS.map((choice) => {
          const problem = revisionProblem(choice, server.value);
          return (
            <label key={choice} class="check">
              <input
                type="radio"
                name={group}
                checked={revision === choice}
                disabled={problem !== undefined && revision !== choice}
                onChange={() => setClient({ revision: choice })}
              />
              {choice} <span class="hint">{problem ?? revisionText(choice, server.value)}</span>
            </label>
          );
        })}
      </fieldset>
      <label class="check">
        Log level
        <select
          value={logLevel ?? ""}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setClient({ logLevel: LOG_LEVELS.find((level) => level === chosen) });
          }}
        >
          <option value="">automatic</option>
          {LOG_LEVELS.map((level) => (
            <option key={level} value={level}>
              {level}
            </option>
          ))}
        </select>
        <span class="hint">
          The least severity of log messages. Automatic: everything from a server of 2026-07-28; an older one decides
        </span>
      </label>
    </div>
  );
}
