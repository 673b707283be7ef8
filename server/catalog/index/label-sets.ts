/**
 * Sets of labels. Many products share few distinct sets (a category with its ancestors, a food's dietary needs), so a
 * product stores the number of its set, and filters and counts work on sets.
 */

/** Distinct sets of labels, numbered by first use. Number 0 is the empty set. */
export class LabelSets<Label extends string | number> {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #sets: (readonly Label[])[] = [[]];

  /** Returns the number of a set, adding it if it is new. */
  numberOf(labels: readonly Label[]): number {
    const cachedNumber = this.#numbers.get(labels.join('\n'));
    if (cachedNumber !== undefined) return cachedNumber;
    const sorted = labels.toSorted();
    const number = this.#numbers.get(sorted.join('\n')) ?? this.#sets.push(sorted) - 1;
    // Caches this order of labels too, so that the next product with it needs no sorting.
    this.#numbers.set(labels.join('\n'), number).set(sorted.join('\n'), number);
    return number;
  }

  /** Returns the labels of a set. */
  labelsOf(number: number): readonly Label[] {
    return this.#sets[number] ?? [];
  }

  /** Returns, by the number of a set, 1 if the set contains any of the labels and 0 if not. */
  markSetsWith(labels: readonly Label[]): Uint8Array {
    const wanted = new Set(labels);
    return Uint8Array.from(this.#sets, (set) => (set.some((label) => wanted.has(label)) ? 1 : 0));
  }

  /** Turns counts of products by set into counts by label. */
  countLabels(bySet: Uint32Array): Map<Label, number> {
    const counts = new Map<Label, number>();
    for (const [number, set] of this.#sets.entries()) {
      const count = bySet[number] ?? 0;
      if (count > 0) for (const label of set) counts.set(label, (counts.get(label) ?? 0) + count);
    }
    return counts;
  }

  get size(): number {
    return this.#sets.length;
  }

  /** Estimates its memory in bytes. */
  get bytes(): number {
    return this.#sets.reduce((sum, set) => sum + 120 + set.length * 16, 0);
  }
}
