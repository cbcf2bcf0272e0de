// The watching of one resource: what the server reports about it, and when it is read again.

import { signal } from "@preact/signals";
import { type FeedState, feedState, hasRoomFor, subscribeReports, watchResource } from "../protocol/report-feed";
import type { Report } from "../protocol/reports";
import { throttled } from "../scheduling/throttled";

// The time between two notes of an update, and between two readings. Updates within it count once, at its end.
const READ_MS = 1000;

export type WatchStatus =
  // With the reason why the server, or the page, has ended the watching.
  | { readonly kind: "off"; readonly reason?: string }
  | { readonly kind: "asking" | "on" }
  | { readonly kind: "lost"; readonly reason: string };

export interface Update {
  readonly at: number;
  /** Not set if the reports were interrupted, so that an update may have been missed. */
  readonly isCertain: boolean;
}

interface WatchOptions {
  readonly uri: string;
  // Reads the resource again, at the request of the person or not.
  readonly read: (isAutomatic: boolean) => void;
  // Returns whether the resource can be read without disturbing the person.
  readonly mayRead: () => boolean;
}

export class ResourceWatch {
  readonly uri: string;
  readonly status = signal<WatchStatus>({ kind: "off" });
  /** The last update since the resource was read. */
  readonly update = signal<Update | undefined>(undefined);
  readonly isAutomatic = signal(false);
  #hasBeenOn = false;
  #latest: Update | undefined;
  #beforeReading: Update | undefined;
  #stops: (() => void)[] = [];
  readonly #noteSoon = throttled(() => {
    if (this.#latest) this.update.value = this.#latest;
  }, READ_MS);
  readonly #readSoon = throttled(() => this.#readIfStale(), READ_MS);

  constructor(private readonly options: WatchOptions) {
    this.uri = options.uri;
  }

  isOn(): boolean {
    return this.status.value.kind !== "off";
  }

  start(): void {
    const { uri } = this;
    if (this.isOn()) return;
    if (!hasRoomFor(uri)) {
      this.status.value = {
        kind: "off",
        reason: "Too many resources are watched already, or their URIs are too long.",
      };
      return;
    }
    this.#hasBeenOn = false;
    this.status.value = { kind: "asking" };
    this.#stops = [watchResource(uri), subscribeReports((report) => this.#receive(report))];
    const unfollow = feedState.subscribe((state) => this.#follow(state));
    if (this.isOn()) this.#stops.push(unfollow);
    else unfollow();
  }

  stop(reason?: string): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#latest = this.update.value = undefined;
    this.status.value = reason === undefined ? { kind: "off" } : { kind: "off", reason };
  }

  setAutomatic(isAutomatic: boolean): void {
    this.isAutomatic.value = isAutomatic;
    if (isAutomatic) this.#readSoon();
  }

  readAgain(): void {
    this.options.read(false);
  }

  /** Called when a request for the resource is sent, and when it has ended. */
  readingBegins(): void {
    this.#beforeReading = this.update.value;
    this.#latest = this.update.value = undefined;
  }

  readingEnds(hasSucceeded: boolean): void {
    if (!hasSucceeded) this.update.value ??= this.#beforeReading;
  }

  #follow(state: FeedState): void {
    const status = statusIn(state, this.uri);
    if (status.kind === "off") this.stop(status.reason);
    else this.status.value = status;
    this.#hasBeenOn ||= status.kind === "on";
  }

  #receive(report: Report): void {
    if (report.kind === "resource" ? !concerns(report.uri, this.uri) : report.kind !== "gap") return;
    // Nothing can have been missed before the server has agreed.
    if (report.kind === "gap" && !this.#hasBeenOn) return;
    this.#latest = { at: Date.now(), isCertain: report.kind === "resource" };
    this.#noteSoon();
    this.#readSoon();
  }

  #readIfStale(): void {
    if (!this.#latest || !this.isAutomatic.value || !this.isOn()) return;
    if (this.options.mayRead()) this.options.read(true);
    else this.#readSoon();
  }
}

/** The status of a watched resource. */
export function statusIn(state: FeedState, uri: string): WatchStatus {
  if (state.kind === "failed" && state.asked.resources.includes(uri)) {
    const reason = state.problem.message;
    return state.isFinal ? { kind: "off", reason: `Not watched: ${reason}` } : { kind: "lost", reason };
  }
  if (state.kind !== "open" || !state.accepted || !state.asked.resources.includes(uri)) return { kind: "asking" };
  if (state.accepted.resources.includes(uri)) return { kind: "on" };
  return { kind: "off", reason: "Not watched: the server does not report updates of this resource." };
}

/** A server may report a part of the resource that is watched (MCP 2025-11-25, "ResourceUpdatedNotification"). */
export function concerns(updated: string, watched: string): boolean {
  return updated === watched || updated.startsWith(watched.endsWith("/") ? watched : `${watched}/`);
}
