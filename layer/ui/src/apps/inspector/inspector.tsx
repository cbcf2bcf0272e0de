import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { LazyDetails } from "../../dom/lazy-details";
import { store, stored } from "../../dom/storage";
import { type TabView, Tabs } from "../../dom/tabs";
import { ROOT_PATH } from "../../settings";
import { counted, formatNumber } from "../../text/units";
import type { HostedApp } from "../model/hosted-app";
import { harmfulViolations } from "../model/policy";
import { type Handshake, HandshakeList, useHandshake } from "./handshake";
import { AppModelView } from "./model";
import { AppNotes } from "./notes";
import { AppPolicyView } from "./policy";
import { AppSource } from "./source";
import { AppTimeline } from "./timeline";
import { AppTools } from "./tools";

const INSPECTOR_KEY = `mcp-explorer app inspector ${ROOT_PATH}`;

interface InspectorProps {
  readonly app: HostedApp;
}

/** The inspector of an app, in tabs. */
export function AppInspector({ app }: InspectorProps): VNode {
  app.useChanges();
  // It follows the log from the beginning, because the log drops its oldest messages, and the handshake consists of the
  // first ones.
  const handshake = useHandshake(app);
  const [isOpen] = useState(() => stored(INSPECTOR_KEY) === "open");
  const summary = (
    <>
      App inspector
      <span class="hint">{problemCounts(app)}</span>
    </>
  );
  return (
    <LazyDetails
      class="app-inspector"
      summary={summary}
      isOpen={isOpen}
      onToggle={(isNowOpen) => store(INSPECTOR_KEY, isNowOpen ? "open" : "closed")}
    >
      {() => <InspectorTabs app={app} handshake={handshake} />}
    </LazyDetails>
  );
}

// The numbers of notes and violations, shown while the inspector is closed.
function problemCounts({ notes, policy }: HostedApp): string {
  const violations = harmfulViolations(policy);
  const noted = notes.length > 0 ? ` · ${counted(notes.length, "note")}` : "";
  return noted + (violations.length > 0 ? ` · ${counted(violations.length, "violation")}` : "");
}

function InspectorTabs({ app, handshake }: InspectorProps & { readonly handshake: Handshake }): VNode {
  app.useChanges();
  const { policy, notes, model, appTools } = app;
  const timeline = () => (
    <div>
      <HandshakeList handshake={handshake} />
      <AppTimeline app={app} />
    </div>
  );
  const tabs: TabView[] = [
    { name: "Timeline", draw: timeline },
    withCount("Policy", policy.rejected.length + harmfulViolations(policy).length, () => <AppPolicyView app={app} />),
    withCount("Notes", notes.length, () => <AppNotes app={app} />),
    withCount("Model", model.messages.length + (model.context ? 1 : 0), () => <AppModelView app={app} />),
    withCount("Tools", appTools.length, () => <AppTools app={app} />),
    { name: "Source", draw: () => <AppSource app={app} /> },
  ];
  return (
    <div>
      <Tabs label="App inspector" tabs={tabs} />
    </div>
  );
}

function withCount(name: string, count: number, draw: () => VNode): TabView {
  const label: ComponentChildren = [name, <span class="hint">{count > 0 && ` ${formatNumber(count)}`}</span>];
  return { name, label, draw };
}
