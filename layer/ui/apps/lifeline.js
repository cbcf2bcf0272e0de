// Proof that the app's own document is still in its frame. A frame that navigates keeps its window, its origin and whatever the app
// knew, so none of these tells the two documents apart. A MessagePort does: it cannot outlive the document that holds it, and the
// sandbox keeps it out of the app's reach. Nothing is done for an app, or told to it, before the port has echoed once more.
const MOST_HELD = 1000;
const SILENCE_MS = 5000;

class Lifeline {
  // `onGone` is called when the document has been replaced.
  constructor(onGone) {
    const { port1, port2 } = new MessageChannel();
    Object.assign(this, { port: port1, remote: port2, onGone, held: [], asked: undefined });
    port1.onmessage = () => this.onEcho();
    // Where browsers have this event, it comes as soon as the document is gone.
    port1.addEventListener("close", () => this.end());
  }

  // Runs `act` after the next echo, in the order of the calls. Gives whether there was room for it.
  after(act) {
    if (!this.port || this.held.length >= MOST_HELD) return false;
    this.held.push(act);
    this.ask();
    return true;
  }

  ask() {
    if (this.asked || this.held.length === 0) return;
    this.asked = this.held;
    this.held = [];
    this.since = performance.now();
    this.port.postMessage(0);
  }

  onEcho() {
    const acts = this.asked ?? [];
    this.asked = undefined;
    for (const act of acts) if (this.port) act();
    if (this.port) this.ask();
  }

  // A message has come from the frame. A document that sends messages answers on its port as well: it is another one if it does not.
  heard() {
    if (this.asked && performance.now() - this.since > SILENCE_MS) this.end();
  }

  end() {
    if (!this.port) return;
    this.close();
    this.onGone();
  }

  close() {
    this.port?.close();
    Object.assign(this, { port: undefined, held: [], asked: undefined });
  }
}
