// More of what a browser has, for tests of the whole page. Import it after "./dom", and before anything of the page. It
// imports nothing itself, since it would have to wait for that.
export {};

const GLOBALS = [
  "EventTarget",
  "MouseEvent",
  "HTMLButtonElement",
  "HTMLDialogElement",
  "HTMLIFrameElement",
  "history",
  "navigator",
] as const;
for (const name of GLOBALS) {
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}

// Channels to other tabs, of which there are none, would keep the process alive.
const Channel = globalThis.BroadcastChannel;
class IdleChannel extends Channel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}
Object.assign(globalThis, { BroadcastChannel: IdleChannel });
