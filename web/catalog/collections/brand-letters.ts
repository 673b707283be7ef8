import type { Brand } from '@shop/contract/catalog';

/**
 * Groups brands by first letter without accents, from A to Z, in the given order within a letter. Names that begin with
 * no such letter go under `#`, the last group.
 */
export function groupBrandsByLetter(brands: readonly Brand[]): [letter: string, Brand[]][] {
  const letters = new Map<string, Brand[]>();
  for (const brand of brands) {
    const first = brand.name.normalize('NFD').charAt(0).toUpperCase();
    const letter = /[A-Z]/.test(first) ? first : '#';
    letters.set(letter, [...(letters.get(letter) ?? []), brand]);
  }
  return [...letters].sort(([a], [b]) => Number(a === '#') - Number(b === '#') || (a < b ? -1 : 1));
}
