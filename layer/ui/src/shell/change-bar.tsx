// The bar that says that the server's lists have changed. The lists stay as they are until the person has them updated, so that nothing
// moves under the pointer.

import { effect, signal } from "@preact/signals";
import { type VNode, render } from "preact";
import { byName, countChanges } from "../changes/list";
import { listChanges } from "../changes/list-changes";
import { learn } from "../changes/model";
import { announce, byId } from "../dom/page";
import { feedState, subscribeReports } from "../protocol/report-feed";
import { type ListKind, hasChangeStream, reportedLists } from "../protocol/reports";
import { server } from "../protocol/server";
import { type Tool, fetchDefinitions } from "../protocol/tools";
import { throttled } from "../scheduling/throttled";

// The time between two comparisons of the tools. Reports within it cause one comparison, at its end.
const CHECK_MS = 2000;

/** Shows the bar when the lists change. `onUpdate` loads them again. */
export function startChangeBar(onUpdate: () => void): void {
  const bar = byId("list-changed");
  const changed = signal<readonly ListKind[]>([]);
  const words = () => `The server has other ${changed.value.join(" and ")} now.`;
  const update = () => {
    byId("filter").focus();
    onUpdate();
  };
  const Note = (): VNode => (
    <>
      <span>{words()}</span>
      <button type="button" onClick={update}>
        Update
      </button>
    </>
  );
  render(<Note />, bar);
  effect(() => {
    bar.hidden = changed.value.length === 0;
  });
  const show = (kind: ListKind) => {
    if (changed.value.includes(kind)) return;
    changed.value = [...changed.value, kind];
    announce(words());
  };
  let following = new AbortController();
  let definitions: Promise<ReadonlyMap<string, Tool> | undefined> | undefined;
  const requestDefinitions = () => fetchDefinitions(following.signal).then(byName, () => undefined);
  // A server may report a change that makes no difference.
  const check = async () => {
    const { signal } = following;
    const [before, now] = await Promise.all([definitions, requestDefinitions()]);
    if (signal.aborted || !now) return;
    if (!before || countChanges(listChanges(before, now)) > 0) show("tools");
  };
  const checkSoon = throttled(() => !changed.value.includes("tools") && void check(), CHECK_MS);
  const isReported = () => server.value !== undefined && reportedLists(server.value).includes("tools");
  server.subscribe(() => {
    following.abort();
    following = new AbortController();
    changed.value = [];
    // Without reports, the schemas of a tool are compared when it is opened.
    definitions = isReported() ? requestDefinitions() : undefined;
    void definitions?.then((all) => all && learn([...all.values()]));
  });
  subscribeReports((report) => {
    // The tools may have changed whenever the stream was not open.
    if (report.kind === "gap" ? isReported() : report.kind === "list" && report.list === "tools") checkSoon();
    else if (report.kind === "list") show(report.list);
  });
  // Without a stream, the tools are compared when the person comes back to the page.
  document.addEventListener("visibilitychange", () => {
    const hasStream = server.value && hasChangeStream(server.value) && feedState.value.kind !== "failed";
    if (isReported() && !hasStream && document.visibilityState === "visible") checkSoon();
  });
}
