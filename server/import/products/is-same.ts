/** Returns whether values are equal; ignores the order of keys, and treats a missing text as an empty one. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && toCanonical(one) === toCanonical(other));

function toCanonical(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
