// Proof that the app's document is still in its frame. A frame that navigates keeps its window, its origin and whatever
// the app knew, so none of these distinguishes the new document from the app's. A MessagePort does: it cannot outlive
// the document that holds it, and the sandbox keeps it out of the app's reach. Every action for an app, and every
// message to it, waits for another echo on the port.

// The tasks that wait for the next echo, besides those that wait for the present one. Further ones are dropped.
const MAX_QUEUED = 1000;
// The time without an echo after which a document that still sends messages is not the app's. Its frame is removed.
const SILENCE_MS = 5000;

type Task = () => void;

export class Lifeline {
  /** The end of the channel for the app's document. */
  readonly remote: MessagePort;
  #port: MessagePort | undefined;
  #queue: Task[] = [];
  #inFlight: Task[] | undefined;
  #since = 0;

  /** `onNavigated` is called when the document has been replaced. */
  constructor(private readonly onNavigated: () => void) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.remote = port2;
    port1.onmessage = () => this.#onEcho();
    // In browsers that support this event, it fires as soon as the document is gone.
    port1.addEventListener("close", () => this.#end());
  }

  /** Runs `task` after the next echo, in the order of the calls. Returns false if the task could not be queued. */
  afterEcho(task: Task): boolean {
    if (!this.#port || this.#queue.length >= MAX_QUEUED) return false;
    this.#queue.push(task);
    this.#ping();
    return true;
  }

  /** The number of tasks that wait for an echo. */
  get waiting(): number {
    return this.#queue.length + (this.#inFlight?.length ?? 0);
  }

  #ping(): void {
    if (this.#inFlight || this.#queue.length === 0) return;
    this.#inFlight = this.#queue;
    this.#queue = [];
    this.#since = performance.now();
    this.#port?.postMessage(0);
  }

  #onEcho(): void {
    const tasks = this.#inFlight ?? [];
    this.#inFlight = undefined;
    for (const task of tasks) if (this.#port) task();
    if (this.#port) this.#ping();
  }

  /** Called on every message from the frame. A document that sends messages but does not echo is not the app's. */
  onActivity(): void {
    if (this.#inFlight && performance.now() - this.#since > SILENCE_MS) this.#end();
  }

  #end(): void {
    if (!this.#port) return;
    this.close();
    this.onNavigated();
  }

  close(): void {
    this.#port?.close();
    this.#port = undefined;
    this.#queue = [];
    this.#inFlight = undefined;
  }
}
