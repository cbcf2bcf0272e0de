// The bar that says that the server's lists have changed. The lists stay as they are until the person has them updated, so that nothing
// moves under the pointer.

import { byName, countChanges, listChanges } from "../changes/list-changes";
import { learn } from "../changes/model";
import { button, element } from "../dom/element";
import { announce, byId } from "../dom/page";
import { feedState, subscribeReports } from "../protocol/report-feed";
import { type ListKind, hasChangeStream, reportedLists } from "../protocol/reports";
import { server } from "../protocol/server";
import { type Tool, fetchDefinitions } from "../protocol/tools";
import { throttled } from "../scheduling/throttled";

const CHECK_MS = 2000;

// `onUpdate` loads the lists again.
export function startChangeBar(onUpdate: () => void): void {
  const bar = byId("list-changed");
  const changed = new Set<ListKind>();
  const update = button("Update", () => {
    byId("filter").focus();
    onUpdate();
  });
  const show = (kind: ListKind) => {
    if (changed.has(kind)) return;
    changed.add(kind);
    const text = `The server has other ${[...changed].join(" and ")} now.`;
    bar.replaceChildren(element("span", text), update);
    bar.hidden = false;
    announce(text);
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
  const checkSoon = throttled(() => !changed.has("tools") && void check(), CHECK_MS);
  const isReported = () => server.value !== undefined && reportedLists(server.value).includes("tools");
  server.subscribe(() => {
    following.abort();
    following = new AbortController();
    changed.clear();
    bar.hidden = true;
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
