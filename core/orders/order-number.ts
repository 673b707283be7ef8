/**
 * Order numbers: short, unambiguous when read aloud, and not enumerable (docs/api.md#conventions,
 * docs/readings.md#34).
 */

/**
 * Normalizes a typed number: any case, spaces and dashes, and letters that Crockford's base 32 reads as digits.
 * Look-ups and their limits use the result, so that an order has one counter.
 */
export function normalizeOrderNumber(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s#\-‐‑‒–—]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}
