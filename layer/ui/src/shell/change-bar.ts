// The bar that says that the server's lists have changed. The lists stay as they are until the person has them updated, so that nothing
// moves under the pointer.

import { byName, countChanges, listChanges } from "../changes/list-changes";
import { learn } from "../changes/model";
import { button, element } from "../dom/element";
import { announce, byId } from "../dom/page";
import { type ListKind, followLists, hasChangeStream, reportedLists } from "../protocol/list-changes";
import { HttpError } from "../protocol/requests";
import { server } from "../protocol/server";
import { type Tool, fetchDefinitions } from "../protocol/tools";
import { throttled } from "../scheduling/throttled";
import { untilVisible } from "../scheduling/visible";

const CHECK_MS = 2000;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 60_000;

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
  const onChange = (kind: ListKind) => (kind === "tools" ? checkSoon() : show(kind));
  const isReported = () => server.value !== undefined && reportedLists(server.value).includes("tools");
  server.subscribe((known) => {
    following.abort();
    following = new AbortController();
    changed.clear();
    bar.hidden = true;
    // Without reports, the schemas of a tool are compared when it is opened.
    definitions = isReported() ? requestDefinitions() : undefined;
    void definitions?.then((all) => all && learn([...all.values()]));
    if (known && hasChangeStream(known)) void follow(following.signal, onChange);
  });
  // Without a stream, the tools are compared when the person comes back to the page.
  document.addEventListener("visibilitychange", () => {
    const hasStream = server.value && hasChangeStream(server.value);
    if (isReported() && !hasStream && document.visibilityState === "visible") checkSoon();
  });
}

// Follows the changes while the page is visible. The tools may have changed whenever the stream was not open.
async function follow(ended: AbortSignal, onChange: (kind: ListKind) => void): Promise<void> {
  let retry = FIRST_RETRY_MS;
  let isFirst = true;
  const onOpen = () => {
    retry = FIRST_RETRY_MS;
    if (!isFirst) onChange("tools");
    isFirst = false;
  };
  while (!ended.aborted) {
    const hidden = await untilVisible();
    try {
      await followLists(AbortSignal.any([ended, hidden]), { onOpen, onChange });
    } catch (problem) {
      if (problem instanceof HttpError && problem.status < 500 && problem.status !== 429) return;
    }
    if (hidden.aborted) continue;
    await new Promise((resolve) => setTimeout(resolve, retry));
    retry = Math.min(retry * 2, LAST_RETRY_MS);
  }
}
