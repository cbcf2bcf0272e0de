// The messages that a UI can send in either dialect.

import type { PlainObject } from "../src/json/plain";
import type { Store } from "./state";

export interface Dialect {
  // Begins the conversation with the host.
  start(): void;
  // Returns whether the message shows that the host speaks this dialect.
  receive(message: PlainObject): boolean;
  tool(name: string, args: PlainObject): Promise<unknown>;
  request(type: string, params: PlainObject): Promise<unknown>;
  link(url: string): Promise<unknown>;
  prompt(text: string): Promise<unknown>;
  notify(text: string): Promise<unknown>;
  intent(name: string, params: PlainObject): Promise<unknown>;
  size(width: number, height: number): void;
}

export interface Connection {
  readonly window: Window;
  readonly store: Store;
  readonly post: (message: PlainObject) => void;
  // A host that speaks both dialects may send render data besides a result without any, so that the result no longer counts.
  hasRenderData: boolean;
}
