// The time of the last response, after which the program at this address may have ended.

// The time after a response in which the program is not asked for a proof again.
const FRESH_MS = 1000;

let heardAt = -Infinity;

// Called with each response, which only comes from a program that has proven itself.
export function heard(): void {
  heardAt = performance.now();
}

// Called when a request has failed, or a stream has ended: the program may have.
export function lost(): void {
  heardAt = -Infinity;
}

export function isInContact(): boolean {
  return performance.now() - heardAt < FRESH_MS;
}
