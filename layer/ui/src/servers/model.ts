// The servers of a configuration file, as the program that runs them lists them (`mcp-ui open --config`).

import { signal } from "@preact/signals";
import { memberAt, parsedJson } from "../json/plain";
import { restartServer } from "../protocol/restart";
import { fetchText } from "../protocol/requests";
import { messageOf } from "../text/error";

export type ServerState = "starting" | "ready" | "failed" | "disabled";

/** A server, as `GET /servers` describes it. */
export interface ListedServer {
  readonly name: string;
  readonly state: ServerState;
  /** What the server says about itself, and how much it offers; undefined until it is known. */
  readonly introduction?: Introduction;
  readonly failure?: Failure;
  /** The path of its explorer, and the URL for agents; undefined if it was not started. */
  readonly explorer?: string;
  readonly endpoint?: string;
  /** The path that starts its process again, if it has one. */
  readonly restart?: string;
  /** The members of its configuration that are not used. */
  readonly unused: readonly string[];
}

export interface Introduction {
  readonly name?: string;
  readonly version?: string;
  readonly protocolVersion?: string;
  readonly counts: Readonly<Record<string, number>>;
}

interface Failure {
  readonly reason: string;
  /** The last lines that the process has written; empty if there are none. */
  readonly output: string;
}

/** What `GET /servers` returns. */
export interface ServerList {
  /** The configuration file, and its members that are not used. */
  readonly file: string;
  readonly unused: readonly string[];
  readonly servers: readonly ListedServer[];
}

const STARTING_MS = 1000;
const PAUSE_MS = 5000;

export class Servers {
  readonly list = signal<ServerList | undefined>(undefined);
  /** The reason why the list cannot be read; empty if it can. */
  readonly problem = signal("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Reads the list, again and again: more often while a server starts. */
  async follow(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const list = parsedJson(await fetchText("/servers"));
      if (!isServerList(list)) throw new Error("The answer is not a list of servers. Reload the page.");
      this.list.value = list;
      this.problem.value = "";
    } catch (problem) {
      this.problem.value = messageOf(problem);
    }
    const isStarting = this.list.peek()?.servers.some(({ state }) => state === "starting");
    this.#timer = setTimeout(() => void this.follow(), isStarting ? STARTING_MS : PAUSE_MS);
  }

  async restart(path: string): Promise<void> {
    try {
      await restartServer(path);
      await this.follow();
    } catch (problem) {
      this.problem.value = messageOf(problem);
    }
  }
}

function isServerList(value: unknown): value is ServerList {
  return Array.isArray(memberAt(value, "servers"));
}
