// The server's home, which is shown while no tool is selected.

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { HomeChanges } from "../changes/home-changes";
import { hasChanges } from "../changes/model";
import { drawn } from "../dom/drawn";
import type { HistoryEntry } from "../history/entries";
import { type Later, laterPart } from "../later/load";
import { type Endpoint, endpointForClients } from "../protocol/endpoint";
import { server } from "../protocol/server";
import { LONG_DESCRIPTION, settings } from "../settings";
import { clipped } from "../text/printable";
import { formatNumber } from "../text/units";
import { catalog } from "../tools/catalog";
import { LeftOutList } from "../tools/left-out";
import { FactList, hasFacts } from "./facts";
import { HomeHead } from "./head";
import { LastCalls, lastCalls } from "./last-calls";
import { isHomeShown, isUnknown, serverTitle } from "./model";
import { Suggestions, suggestedTools } from "./suggestions";

const LEFT_OUT_AT_ONCE = 10;

interface HomeProps {
  /** Called before the link to a stored call is followed. */
  readonly onOpen: (call: HistoryEntry) => void;
}

export function homeElement(onOpen: (call: HistoryEntry) => void): HTMLElement {
  return drawn(<Home onOpen={onOpen} />);
}

function Home({ onOpen }: HomeProps): VNode {
  return (
    <article class="home" aria-busy={server.value || isUnknown.value ? undefined : true}>
      <HomeHead />
      <StartNote />
      <div class="home-columns">
        <div class="home-main">
          <Main onOpen={onOpen} />
        </div>
        <div class="home-side">
          <Side />
        </div>
      </div>
    </article>
  );
}

function Main({ onOpen }: HomeProps): VNode {
  const instructions = server.value?.instructions;
  const calls = isHomeShown.value ? lastCalls() : [];
  const suggested = suggestedTools();
  const endpoint = server.value && endpointForClients();
  return (
    <>
      {hasChanges() && (
        <Part title="Changed tools">
          <HomeChanges />
        </Part>
      )}
      {suggested.length > 0 && (
        <Part title="Try a tool">
          <Suggestions tools={suggested} />
        </Part>
      )}
      {settings.traffic === "all" && isHomeShown.value && (
        <Part title="Agents">
          <Pulse />
        </Part>
      )}
      {calls.length > 0 && (
        <Part title="Last calls">
          <LastCalls calls={calls} onOpen={onOpen} />
        </Part>
      )}
      {instructions !== undefined && (
        <Part title="Instructions">
          <Instructions text={instructions} />
        </Part>
      )}
      {endpoint && (
        <Part title="Connect a client">
          <Clients endpoint={endpoint} />
        </Part>
      )}
    </>
  );
}

function Side(): VNode {
  const { excludedTools = [] } = server.value ?? {};
  return (
    <>
      {catalog.value.tools.length > 0 && (
        <Part title="Report card">
          <Report />
        </Part>
      )}
      {hasFacts() && (
        <Part title="About the server">
          <FactList />
        </Part>
      )}
      {excludedTools.length > 0 && (
        <Part title="Left out of the list">
          <LeftOutList tools={excludedTools} size={LEFT_OUT_AT_ONCE} />
        </Part>
      )}
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

function Part({ title, children }: PartProps): VNode {
  return (
    <section class="home-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

// The later part of the script, which has what is below the first sentences; undefined until it is loaded, and null if it cannot be.
function useLater(): Later | undefined | null {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => void laterPart.load().catch(() => setFailed(true)), []);
  // A later attempt of somebody else may succeed.
  return laterPart.loaded.value ?? (hasFailed ? null : undefined);
}

function Instructions({ text }: { readonly text: string }): VNode {
  const later = useLater();
  const View = later === null ? BareInstructions : later?.InstructionsView;
  return <div>{View && <View key={text} text={text} />}</div>;
}

function Clients({ endpoint }: { readonly endpoint: Endpoint }): VNode {
  const later = useLater();
  return <div class="home-connect">{later ? <later.Connect endpoint={endpoint} /> : <code>{endpoint.url}</code>}</div>;
}

function Pulse(): VNode {
  const later = useLater();
  return <div>{later && <later.PulseView />}</div>;
}

function Report(): VNode {
  const later = useLater();
  return <div>{later && <later.ReportCard listing={catalog.value.listing} server={serverTitle()} />}</div>;
}

function BareInstructions({ text }: { readonly text: string }): VNode {
  return <>{clipped(text, LONG_DESCRIPTION)}</>;
}

// The part may be below the visible part of the page.
function showConnect(): void {
  const place = document.querySelector<HTMLElement>(".home-connect");
  place?.closest("section")?.scrollIntoView({ block: "start" });
  place?.querySelector<HTMLElement>("button, a")?.focus({ preventScroll: true });
}

// The first sentence: what to do, or why there is nothing to do.
function StartNote(): VNode {
  if (isUnknown.value) {
    return (
      <p class="home-start">
        Couldn’t load the tools. <a href="#/">The list</a> says why.
      </p>
    );
  }
  if (!server.value) return <p class="home-start">Asking the server about itself…</p>;
  const { length } = catalog.value.tools;
  if (length === 0) return <p class="home-start">There is no tool to try.</p>;
  return (
    <p class="home-start">
      <span class="home-search">
        Pick a tool to try it, or press <kbd>/</kbd> to search.
      </span>
      {/* On a narrow screen, the list is not beside the home. */}
      <a class="home-list" href="#/">
        {`Show ${length === 1 ? "the tool" : `the ${formatNumber(length)} tools`}`}
      </a>
      {endpointForClients() && (
        <button type="button" class="small" onClick={showConnect}>
          Connect a client
        </button>
      )}
    </p>
  );
}
