// A tool in the main pane: its head, and tabs for the call, the schemas, the code and the history.

import type { VNode } from "preact";
import { FollowingApps } from "../app-feed/strip";
import { Apps } from "../apps/panel/apps-view";
import { RunControls } from "../conversation/run-bar";
import { drawn } from "../dom/drawn";
import { Name } from "../dom/name";
import { type TabView, useTabs } from "../dom/tabs";
import { History } from "../history/view";
import { SavedCalls } from "../saved-calls/view";
import { settings } from "../settings";
import { FailureNote } from "../tools/failure-note";
import { CallView } from "./call-view";
import type { ToolCall } from "./call";
import { CodeView } from "./code-view";
import { ArgumentsLine } from "./fold";
import { ToolHead } from "./head";
import { SchemaPanel } from "./schema-panel";
import type { ToolSession, ToolTab } from "./session";

interface ToolProps {
  readonly session: ToolSession;
}

export function toolElement(session: ToolSession): HTMLElement {
  return drawn(<ToolScreen session={session} />);
}

function ToolScreen({ session }: ToolProps): VNode {
  return (
    <article class="tool" aria-busy={session.isBusy.value || undefined}>
      <Body session={session} />
    </article>
  );
}

function Body({ session }: ToolProps): VNode {
  const shown = session.shown.value;
  switch (shown.kind) {
    case "loading":
      return <p class="hint">Loading…</p>;
    case "waiting":
      return (
        <>
          <Title name={session.name} />
          <p class="hint">Waiting for the server</p>
        </>
      );
    case "failed":
      return (
        <>
          <Title name={session.name} />
          <FailureNote problem={shown.problem} retry={() => session.retry()} />
        </>
      );
    case "tool":
      return <ToolViews key={shown.version} session={session} call={shown.call} />;
  }
}

function Title({ name }: { readonly name: string }): VNode {
  return (
    <h2>
      <Name text={name} />
    </h2>
  );
}

interface ToolViewsProps extends ToolProps {
  readonly call: ToolCall;
}

function ToolViews({ session, call }: ToolViewsProps): VNode {
  const { fold } = call;
  const { name, detail, draft } = call.tool;
  const views: Record<ToolTab, Omit<TabView, "name">> = {
    Call: {
      draw: () => <CallView call={call} apps={<ToolApps session={session} />} onValidate={() => session.validate()} />,
    },
    Schema: { draw: () => <SchemaPanel detail={detail} /> },
    Code: { draw: () => <CodeView tool={name} argumentsText={draft.text} />, isFresh: true },
    History: { draw: () => <Calls session={session} call={call} /> },
  };
  const { list, panels } = useTabs({
    label: "Views of the tool",
    tabs: Object.entries(views).map(([title, view]) => ({ name: title, ...view })),
    chosen: session.tab,
    onChoose: (title) => session.choose(title as ToolTab),
  });
  return (
    <>
      <ToolHead
        name={name}
        detail={detail}
        link={() => session.link()}
        tabs={list}
        state={session.tab.value === "Call" ? fold.head.value : "whole"}
        onToggle={() => fold.toggleHead()}
        folded={fold.line.value !== undefined && <FoldedCall call={call} />}
      />
      {panels}
    </>
  );
}

function FoldedCall({ call: { fold, runs } }: { readonly call: ToolCall }): VNode {
  return (
    <>
      <ArgumentsLine fold={fold} />
      <RunControls bar={runs.run.bar} />
    </>
  );
}

function ToolApps({ session: { apps, follower } }: ToolProps): VNode {
  return follower ? <FollowingApps follower={follower} /> : <Apps apps={apps} />;
}

// The saved calls and the last ones.
function Calls({ session, call: { tool } }: ToolViewsProps): VNode {
  const { name, draft } = tool;
  return (
    <div class="history">
      {settings.keepsHistory && (
        <>
          <SavedCalls tool={name} argumentsText={() => draft.text} onFill={(text) => session.fill(text)} />
          <h3>Last calls</h3>
        </>
      )}
      <History tool={name} actions={session.historyActions} />
    </div>
  );
}
