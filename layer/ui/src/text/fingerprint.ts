// Fingerprints of secrets: whether a text contains a secret can be told without keeping the secret.

export interface Fingerprint {
  readonly length: number;
  readonly hashes: readonly number[];
}

// Primes below 2^26, so that the product of two remainders is an exact number.
const MODULI = [67108859, 67108837];
const BASE = 65599;

export function fingerprintOf(secret: string): Fingerprint {
  return { length: secret.length, hashes: MODULI.map((modulus) => hashOf(secret, modulus)) };
}

/** Returns whether a part of the text has the fingerprint (Rabin and Karp). */
export function contains(text: string, { length, hashes }: Fingerprint): boolean {
  if (length === 0 || text.length < length) return false;
  const rolling = MODULI.map((modulus) => hashOf(text.slice(0, length), modulus));
  const highest = MODULI.map((modulus) => power(length - 1, modulus));
  const isFound = () => rolling.every((hash, at) => hash === hashes[at]);
  for (let end = length; end < text.length && !isFound(); end += 1) {
    for (const [at, modulus] of MODULI.entries()) {
      const rest = (rolling[at] ?? 0) + modulus - ((text.charCodeAt(end - length) * (highest[at] ?? 0)) % modulus);
      rolling[at] = ((rest % modulus) * BASE + text.charCodeAt(end)) % modulus;
    }
  }
  return isFound();
}

function hashOf(text: string, modulus: number): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * BASE + text.charCodeAt(at)) % modulus;
  return hash;
}

function power(exponent: number, modulus: number): number {
  let result = 1;
  for (let count = 0; count < exponent; count += 1) result = (result * BASE) % modulus;
  return result;
}
