// The time of the last proof, after which the program at this address may have ended.

// The time after a proof in which the program is not asked for another one.
const FRESH_MS = 300;

let provenAt = -Infinity;

/**
 * Called when the program has proven itself. Other responses count for nothing: they may be those of another program.
 */
export function proven(): void {
  provenAt = performance.now();
}

/** Called when a request has failed, or a stream has ended: the program may have. */
export function lost(): void {
  provenAt = -Infinity;
}

export function isInContact(): boolean {
  return performance.now() - provenAt < FRESH_MS;
}
