// The connection of a UI with its host, which is the parent window.

import { type PlainObject, isObject } from "../src/json/plain";
import { followSystem, systemAppearance } from "./appearance";
import { McpApps } from "./apps";
import type { Connection, Dialect } from "./dialect";
import { OlderDialect } from "./older";
import { watchSize } from "./size";
import { type Listener, Store, type UiState } from "./state";

export interface Ui {
  readonly state: UiState;
  readonly subscribe: (listener: Listener) => () => void;
  // Calls a tool, and returns its result.
  readonly tool: (name: string, args?: PlainObject) => Promise<unknown>;
  // Sends any other request: a method of MCP Apps, or a request for data in the older dialect.
  readonly request: (type: string, params?: PlainObject) => Promise<unknown>;
  // These return whether the host complied.
  readonly link: (url: string) => Promise<boolean>;
  readonly prompt: (text: string) => Promise<boolean>;
  readonly notify: (text: string) => Promise<boolean>;
  readonly intent: (name: string, params?: PlainObject) => Promise<boolean>;
  // Reports a size to the host; the document's own size is no longer reported.
  readonly size: (width: number, height: number) => void;
}

export function connect(window: Window & typeof globalThis): Ui {
  const nothing = { data: null, input: {}, result: null, isLoading: true, error: null };
  const store = new Store({ ...nothing, ...systemAppearance(window) });
  // The UI cannot know the host's origin, and sends no secrets.
  const post = (message: PlainObject) => window.parent.postMessage(message, "*");
  const connection: Connection = { window, store, post, hasRenderData: false };
  const host = answeringHost(connection);
  followSystem(connection);

  let hasOwnSize = false;
  const sendSize = (width: number, height: number) => void host.then((dialect) => dialect.size(width, height));
  watchSize(window, () => hasOwnSize, sendSize);

  const send = async (act: (dialect: Dialect) => Promise<unknown>) => {
    const answer = await host.then(act).catch(() => ({ isError: true }));
    return !(isObject(answer) && answer["isError"] === true);
  };
  return {
    get state() {
      return store.state;
    },
    subscribe: (listener) => store.subscribe(listener),
    tool: async (name, args = {}) => (await host).tool(name, args),
    request: async (type, params = {}) => (await host).request(type, params),
    link: (url) => send((dialect) => dialect.link(url)),
    prompt: (text) => send((dialect) => dialect.prompt(text)),
    notify: (text) => send((dialect) => dialect.notify(text)),
    intent: (name, params = {}) => send((dialect) => dialect.intent(name, params)),
    size: (width, height) => {
      hasOwnSize = true;
      sendSize(width, height);
    },
  };
}

// Returns the dialect in which the host answers first. It is the older one if the UI's address has the parameter of that dialect.
function answeringHost(connection: Connection): Promise<Dialect> {
  const { window, store } = connection;
  const older = new OlderDialect(connection);
  const isOlder = new URLSearchParams(window.location.search).get("waitForRenderData") === "true";
  const dialects = isOlder ? [older] : [new McpApps(connection), older];
  return new Promise((resolve) => {
    if (window.parent === window) return store.fail("This UI shows its data in a host of MCP.");
    if (isOlder) resolve(older);
    window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
      if (source !== window.parent || !isObject(data)) return;
      for (const dialect of dialects) if (dialect.receive(data)) resolve(dialect);
    });
    for (const dialect of dialects) dialect.start();
  });
}
