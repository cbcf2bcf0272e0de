// The switches for what this page offers to the server as an MCP client.

import { type VNode, render } from "preact";
import { freshId } from "../dom/element";
import { type Capability, type ClientSettings, REVISIONS, type RevisionChoice, client, setClient } from "./client";

interface CapabilityText {
  readonly name: Capability;
  readonly label: string;
  readonly about: string;
  // The capability that this one is a part of.
  readonly partOf?: Capability;
}

const CAPABILITY_TEXTS: readonly CapabilityText[] = [
  { name: "form", label: "Elicitation by form", about: "The server may ask you to fill in a form." },
  { name: "url", label: "Elicitation by URL", about: "The server may ask you to open an address, such as to sign in." },
  { name: "sampling", label: "Sampling", about: "The server may ask a model, whose part you play." },
  { name: "samplingTools", label: "with tools", about: "It may give the model tools to call.", partOf: "sampling" },
  {
    name: "samplingContext",
    label: "with context",
    about: "It may ask for the context of servers.",
    partOf: "sampling",
  },
  { name: "roots", label: "Roots", about: "The server may ask in which folders it may work." },
];

const REVISION_TEXTS: Readonly<Record<RevisionChoice, string>> = {
  automatic: "The newest revision that the server speaks.",
  newest: "2026-07-28: without a session; a question ends the request, and the answer begins another.",
  older: "2025-11-25 and before: in a session; questions are asked while the tool runs.",
};

export function clientView(): HTMLElement {
  const details = document.createElement("details");
  details.className = "client";
  render(<Client group={freshId()} />, details);
  return details;
}

function Client({ group }: { readonly group: string }): VNode {
  const settings = client.value;
  const { capabilities, revision } = settings;
  const change = (name: Capability, isOn: boolean) => {
    const others = [...capabilities].filter((other) => other !== name);
    setClient({ capabilities: new Set(isOn ? [...others, name] : others) });
  };
  return (
    <>
      <summary>Client: {summaryOf(settings)}</summary>
      <div class="client-settings">
        <fieldset>
          <legend>Capabilities</legend>
          <p class="hint">
            Announced with each call, and kept in this browser. Switch one off to see what the server does without it.
          </p>
          {CAPABILITY_TEXTS.map(({ name, label, about, partOf }) => (
            <label key={name} class={partOf ? "check part" : "check"}>
              <input
                type="checkbox"
                checked={capabilities.has(name)}
                disabled={partOf !== undefined && !capabilities.has(partOf)}
                onChange={(event) => change(name, event.currentTarget.checked)}
              />
              {label} <span class="hint">{about}</span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Revision of MCP</legend>
          {REVISIONS.map((choice) => (
            <label key={choice} class="check">
              <input
                type="radio"
                name={group}
                checked={revision === choice}
                onChange={() => setClient({ revision: choice })}
              />
              {choice} <span class="hint">{REVISION_TEXTS[choice]}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </>
  );
}

function summaryOf({ capabilities, revision }: ClientSettings): string {
  const shown = CAPABILITY_TEXTS.filter(({ name, partOf }) => !partOf && capabilities.has(name));
  const names = shown.map(({ label }) => label.toLowerCase().replace("url", "URL"));
  return `${names.join(", ") || "no capabilities"}; ${revision} revision`;
}
