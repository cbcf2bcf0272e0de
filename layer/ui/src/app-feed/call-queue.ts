// The order in which an app is sent the calls of other clients: the arguments of a call that runs alone at once, and calls that
// overlap in the order of their results, each with its arguments first.

import type { AppInput } from "../apps/model/hosted-app";

// Calls that end while the viewer's own call runs wait. Older ones are dropped.
const MOST_WAITING = 100;

interface EndedCall<Call> {
  readonly call: Call;
  readonly message: AppInput;
}

export class CallQueue<Call extends { readonly input: AppInput | undefined }> {
  // The call whose arguments the app was sent last, and whether it has been sent its end.
  private current: Call | undefined;
  private isSettled = true;
  private isHeld = false;
  private waiting: EndedCall<Call>[] = [];

  constructor(private readonly send: (message: AppInput, call: Call) => void) {}

  begun(call: Call): void {
    if (!this.isHeld && this.isSettled) this.sendInput(call);
  }

  // A call without a result matters only to an app that waits for it.
  ended(call: Call, message: AppInput, hasResult: boolean): void {
    if (!hasResult && this.current !== call) return;
    if (this.isHeld) {
      this.waiting.push({ call, message });
      if (this.waiting.length > MOST_WAITING) this.waiting.shift();
      return;
    }
    if (this.current !== call) this.sendInput(call);
    if (this.current !== call) return;
    this.send(message, call);
    this.isSettled = true;
  }

  // The app has been opened with the arguments of a call, and maybe with its end.
  adopt(call: Call, isSettled: boolean): void {
    this.current = call;
    this.isSettled = isSettled;
  }

  // The app belongs to a call of the viewer, until `release`.
  hold(): void {
    this.isHeld = true;
    this.forget();
  }

  release(): void {
    this.isHeld = false;
    for (const { call, message } of this.waiting.splice(0)) this.ended(call, message, true);
  }

  // The app that was sent the arguments has gone, or the call will never end.
  forget(): void {
    this.current = undefined;
    this.isSettled = true;
  }

  // The call whose end the app waits for.
  get open(): Call | undefined {
    return this.isSettled ? undefined : this.current;
  }

  private sendInput(call: Call): void {
    if (!call.input) return;
    this.current = call;
    this.isSettled = false;
    this.send(call.input, call);
  }
}
