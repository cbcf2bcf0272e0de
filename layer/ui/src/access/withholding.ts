// Credentials are not sent again by themselves after the program could not be reached: another one may listen at its address by now.

import { signal } from "@preact/signals";

const withheld = signal(false);

export function isWithheld(): boolean {
  return withheld.peek();
}

let hasCredentials = () => false;

// Sets how it is told whether there is anything to withhold.
export function withholdsIf(tell: () => boolean): void {
  hasCredentials = tell;
}

// Called when the program could not be reached, or has broken a response off. Withholds the credentials, if there are any, until the
// person presses a key or a button of the mouse.
export function withhold(): void {
  if (withheld.peek() || !hasCredentials()) return;
  withheld.value = true;
  const acting = new AbortController();
  const options = { capture: true, signal: acting.signal };
  const release = ({ isTrusted }: Event) => {
    if (!isTrusted) return;
    acting.abort();
    withheld.value = false;
  };
  addEventListener("pointerdown", release, options);
  addEventListener("keydown", release, options);
}

// Calls back when the credentials are no longer withheld.
export function onRelease(act: () => void): void {
  let was = false;
  withheld.subscribe((is) => {
    if (was && !is) act();
    was = is;
  });
}
