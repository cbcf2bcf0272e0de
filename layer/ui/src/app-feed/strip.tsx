// The controls of an app that follows agents: the call that it shows, and how it follows further calls.

import type { VNode } from "preact";
import { Apps } from "../apps/panel/apps-view";
import { useTick } from "../dom/tick";
import { feedState } from "../traffic-feed/feed";
import { shownOperation } from "../traffic-feed/shown-operation";
import { stateWords } from "../traffic-feed/state";
import { displayName } from "../text/printable";
import { clockTime, counted } from "../text/units";
import { CallViewList } from "./call-views";
import type { AppFollower, FeedMode } from "./follower";
import { RunningApps } from "./running-apps";

/** The apps of a tool that follow the calls of agents. */
export function FollowingApps({ follower }: StripProps): VNode {
  return (
    <div>
      <Apps apps={follower.apps} tools={<Strip follower={follower} />} />
      <CallViewList views={follower.views} />
    </div>
  );
}

interface StripProps {
  readonly follower: AppFollower;
}

function Strip({ follower }: StripProps): VNode | null {
  const { isOn, mode, named, app, hasApp } = follower;
  if (!hasApp.value || (app.value === "none" && !named.value)) return null;
  const chosen = (event: { readonly currentTarget: HTMLSelectElement }) =>
    follower.setMode(event.currentTarget.value as FeedMode);
  return (
    <div class="app-feed" role="group" aria-label="Calls of agents">
      <label class="check">
        <input type="checkbox" checked={isOn.value} onChange={(event) => follower.setOn(event.currentTarget.checked)} />
        Follow agents
      </label>
      <select aria-label="Show calls of agents" value={mode.value} disabled={!isOn.value} onChange={chosen}>
        <option value="update">Reuse one view</option>
        <option value="views">One view per call</option>
      </select>
      {isOn.value && <StreamState />}
      <RunningApps />
      {isOn.value && <CallLine follower={follower} />}
    </div>
  );
}

function StreamState(): VNode {
  const state = feedState.value;
  useTick(state.kind === "reconnecting");
  return (
    <span class="stream-state" data-state={state.kind}>
      {stateWords(state, Date.now())}
    </span>
  );
}

function CallLine({ follower }: StripProps): VNode {
  const { named, note, missed, leftOut, app, mode } = follower;
  const isClosed = app.value !== "open" && mode.value === "update";
  return (
    <div class="app-feed-call">
      <span role="status">
        {named.value && <CallWords follower={follower} />}
        {note.value && <span class="hint"> {note.value}</span>}
        {missed.value > 0 && <strong> {`Up to ${counted(missed.value, "call")} may be missing.`}</strong>}
        {leftOut.value > 0 && <strong> {`${counted(leftOut.value, "call")} came too fast for the app.`}</strong>}
      </span>
      {named.value?.call.input && isClosed && (
        <button type="button" class="small" onClick={() => follower.openLatest()}>
          {app.value === "closed" ? "Open the app again" : "Open the app with this call"}
        </button>
      )}
      {named.value && <ShowCall follower={follower} />}
    </div>
  );
}

function CallWords({ follower }: StripProps): VNode | null {
  const named = follower.named.value;
  if (!named) return null;
  const { call, problem, isOpen, isRecovered } = named;
  return (
    <>
      <bdi>{call.client}</bdi> called <bdi>{displayName(call.tool, 100)}</bdi>
      {` at ${clockTime(call.operation.request.at)}. `}
      {problem ? <strong>{problem}</strong> : isOpen ? "No answer yet." : ""}
      {isRecovered && <span class="hint">structuredContent was recovered from its text.</span>}
    </>
  );
}

function ShowCall({ follower }: StripProps): VNode {
  const show = () => {
    shownOperation.value = follower.named.peek()?.call.operation;
  };
  return (
    <button type="button" class="quiet small" onClick={show}>
      Show this call in the traffic panel
    </button>
  );
}
