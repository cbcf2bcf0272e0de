// The reports of the server, followed by one stream for the whole page while the page is awake, and for all its tabs if nothing is watched.
//
// The stream is open if the server reports changes of its lists, or if somebody watches a resource, a task or the UIs. It is always open for a
// process of an older revision, which may ask questions that belong to no call of this page.

import { signal } from "@preact/signals";
import type { JsonNode } from "../json/node";
import { tryReadJson } from "../json/read";
import { backOff } from "../scheduling/back-off";
import { debounced } from "../scheduling/debounced";
import { errorOf } from "../text/error";
import { untilAwake } from "./awake";
import { clientHeader } from "./client";
import {
  type Report,
  type ReportMessage,
  type Subjects,
  canFollowSeveral,
  followReports,
  hasChangeStream,
  reportOf,
} from "./reports";
import { hasHostEndpoint } from "./host";
import { notificationListeners } from "./live";
import { HttpError } from "./requests";
import { type Server, server } from "./server";
import { followForAllTabs } from "./shared-stream";
import { WatchedNames } from "./watched-names";

const RETRIES_MS = { first: 5000, longest: 60_000 };
const NOTHING: Subjects = { resources: [], tasks: [] };
// The time without further changes of what is watched before another stream is opened.
const SETTLE_MS = 300;
// The time for a server that allows one stream to notice that the last one has been closed.
const CLOSING_MS = 300;

export type FeedState =
  // Nothing is followed.
  | { readonly kind: "closed" }
  | { readonly kind: "opening" }
  // `accepted` is the part of the subjects that the server follows, as soon as it has said so.
  | { readonly kind: "open"; readonly asked: Subjects; readonly accepted: Subjects | undefined }
  // A final failure is not tried again before other things are watched.
  | { readonly kind: "failed"; readonly asked: Subjects; readonly problem: Error; readonly isFinal: boolean };

export const feedState = signal<FeedState>({ kind: "closed" });

// A stream that is open, or will be.
interface Following {
  readonly asked: Subjects;
  readonly ended: AbortController;
  isOpen: boolean;
}

const changeSoon = debounced(() => change(), SETTLE_MS);
const resources = new WatchedNames(changeSoon);
const tasks = new WatchedNames(changeSoon);
const listeners = new Set<(report: Report) => void>();
// The last one is current; the others end when it is open.
let followings: Following[] = [];
let wasOpen = false;
let areUisWatched = false;
// Set if the session of an older server may be subscribed to resources.
let isSubscribed = false;

export function startReportFeed(): void {
  notificationListeners.add(reportListChange);
  server.subscribe(() => {
    const hadStream = followings.length > 0;
    end(followings);
    wasOpen = isSubscribed = false;
    feedState.value = { kind: "closed" };
    change(hadStream);
  });
}

/** Calls `listener` with each report. Returns a function that ends that. */
export function subscribeReports(listener: (report: Report) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the server report updates of a resource. Returns a function that ends that. */
export function watchResource(uri: string): () => void {
  return resources.watch(uri);
}

/** Returns whether a further resource can be watched: the number is limited, and the length of their URIs. */
export function hasRoomFor(uri: string): boolean {
  return resources.hasRoomFor(uri);
}

/**
 * Has the server report the state of a task, if its revision is 2026-07-28 or later. Returns a function that ends that.
 */
export function watchTask(id: string): () => void {
  return tasks.watch(id);
}

/** Has changes of the UIs reported that the server adds to tools, from now on. */
export function watchUis(): void {
  areUisWatched = true;
  changeSoon();
}

/** The subjects that the stream should follow; undefined if no stream is needed. */
export function wantedSubjects(known: Server, watched: Subjects, isSubscribed: boolean): Subjects | undefined {
  const hasWatched = watched.resources.length > 0;
  if (!canFollowSeveral(known)) {
    // The last stream ends the subscriptions.
    const isNeeded = hasWatched || isSubscribed || hasChangeStream(known) || hasHostEndpoint("console");
    return isNeeded ? { resources: watched.resources, tasks: [] } : undefined;
  }
  return hasWatched || watched.tasks.length > 0 || hasChangeStream(known) ? watched : undefined;
}

// Opens another stream if other things are to be followed.
function change(hadStream = followings.length > 0): void {
  const known = server.value;
  const watched = { resources: resources.followed, tasks: tasks.followed };
  const wanted = known && (wantedSubjects(known, watched, isSubscribed) ?? (areUisWatched ? NOTHING : undefined));
  const current = followings.at(-1);
  if (current && isSame(wanted, current.asked)) return;
  // The last stream stays until the next one is open, so that no report is missed, if the server allows two.
  const isAlone = !known || !canFollowSeveral(known);
  if (!wanted || isAlone) end(followings);
  if (!wanted) {
    wasOpen = false;
    feedState.value = { kind: "closed" };
  } else {
    void follow(wanted, isAlone && hadStream ? CLOSING_MS : 0);
  }
}

function isSame(left: Subjects | undefined, right: Subjects): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function end(ended: readonly Following[]): void {
  followings = followings.filter((one) => !ended.includes(one));
  for (const { ended: controller } of ended) controller.abort();
}

// Follows one stream after the other, with growing pauses, until another following replaces this one.
async function follow(asked: Subjects, delay: number): Promise<void> {
  const following: Following = { asked, ended: new AbortController(), isOpen: false };
  followings.push(following);
  const ended = following.ended.signal;
  const isOver = () => ended.aborted;
  let failures = 0;
  await pause(delay);
  for (;;) {
    const asleep = await untilAwake();
    if (isOver()) return;
    if (!followings.some(({ isOpen }) => isOpen)) feedState.value = { kind: "opening" };
    let problem = new Error("The server ended its reports.");
    const signal = AbortSignal.any([ended, asleep]);
    const followOwn = (share: (message: ReportMessage) => void) =>
      followReports(asked, {
        signal,
        onOpen: () => {
          failures = 0;
          open(following);
        },
        onAccepted: (accepted) => accept(following, accepted),
        onReport: publish,
        onMessage: share,
      });
    try {
      // A resource or a task is followed by the tab that watches it.
      const isShared = asked.resources.length + asked.tasks.length === 0;
      await (isShared
        ? followForAllTabs({
            name: `reports ${JSON.stringify(clientHeader())}`,
            signal,
            onMessage: receive,
            follow: followOwn,
          })
        : followOwn(() => undefined));
    } catch (failure) {
      problem = errorOf(failure);
    }
    following.isOpen = false;
    if (asleep.aborted || isOver()) continue;
    const isFinal = problem instanceof HttpError && problem.status < 500 && problem.status !== 429;
    feedState.value = { kind: "failed", asked, problem, isFinal };
    if (isFinal) return;
    await pause(backOff(failures, RETRIES_MS, Math.random()));
    failures += 1;
  }
}

function open(following: Following): void {
  const isGap = wasOpen && !followings.some(({ isOpen }) => isOpen);
  wasOpen = following.isOpen = true;
  end(followings.slice(0, followings.indexOf(following)));
  if (isGap) publish({ kind: "gap" });
  feedState.value = { kind: "open", asked: following.asked, accepted: undefined };
}

function accept(following: Following, accepted: Subjects): void {
  const { asked } = following;
  isSubscribed = accepted.resources.length > 0;
  // It may have been opened only to end the subscriptions.
  if (!isSubscribed) changeSoon();
  feedState.value = { kind: "open", asked, accepted };
}

// Takes a message of the stream of another tab.
function receive({ event, data }: ReportMessage): void {
  const message = tryReadJson(data);
  if (message) publish(reportOf(event, message));
}

// Takes a notification that came with the answer to a request. Servers report changes of their lists there, too, some of which
// announce none.
function reportListChange(message: JsonNode): void {
  const report = reportOf("notification", message);
  if (report.kind === "list") publish(report);
}

function publish(report: Report): void {
  for (const listener of listeners) listener(report);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
