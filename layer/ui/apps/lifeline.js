// Proof that the app's document is still in its frame. A frame that navigates keeps its window, its origin and whatever the app knew,
// so none of these distinguishes the two documents. A MessagePort does: it cannot outlive the document that holds it, and the sandbox
// keeps it out of the app's reach. Every action for an app, and every message to it, waits for another echo on the port.
const MAX_QUEUED = 1000;
const SILENCE_MS = 5000;

class Lifeline {
  // `onNavigated` is called when the document has been replaced.
  constructor(onNavigated) {
    const { port1, port2 } = new MessageChannel();
    Object.assign(this, { port: port1, remote: port2, onNavigated, queue: [], inFlight: undefined });
    port1.onmessage = () => this.onEcho();
    // In browsers that support this event, it fires as soon as the document is gone.
    port1.addEventListener("close", () => this.end());
  }

  // Runs `task` after the next echo, in the order of the calls. Returns whether it was queued.
  afterEcho(task) {
    if (!this.port || this.queue.length >= MAX_QUEUED) return false;
    this.queue.push(task);
    this.ping();
    return true;
  }

  ping() {
    if (this.inFlight || this.queue.length === 0) return;
    this.inFlight = this.queue;
    this.queue = [];
    this.since = performance.now();
    this.port.postMessage(0);
  }

  onEcho() {
    const tasks = this.inFlight ?? [];
    this.inFlight = undefined;
    for (const task of tasks) if (this.port) task();
    if (this.port) this.ping();
  }

  // Called on every message from the frame. A document that sends messages but does not echo is not the app's.
  onActivity() {
    if (this.inFlight && performance.now() - this.since > SILENCE_MS) this.end();
  }

  end() {
    if (!this.port) return;
    this.close();
    this.onNavigated();
  }

  close() {
    this.port?.close();
    Object.assign(this, { port: undefined, queue: [], inFlight: undefined });
  }
}
