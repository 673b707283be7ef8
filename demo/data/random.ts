/** Derives pseudo-random numbers from texts, so that every seeding gives the same shop. */

/** Hashes a text to an unsigned 32-bit number (FNV-1a with a final mix). */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Derives a whole number from `low` to `high`, both included, from `text`. */
export function between(text: string, low: number, high: number): number {
  return low + (hash(text) % (high - low + 1));
}
