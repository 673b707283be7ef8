/**
 * Which labels products carry: few distinct sets of them (an aisle with its ancestors, the dietary needs of a kind of
 * food) stand on many products, so a product holds the number of its set, and a filter or a count looks at sets.
 */

/** Distinct sets of labels, numbered in the order in which they were met. Number 0 is the empty set. */
export class LabelSets<Label extends string | number> {
  readonly #numbers = new Map<string, number>([['', 0]]);
  readonly #sets: (readonly Label[])[] = [[]];

  /** The number of a set. */
  numberOf(labels: readonly Label[]): number {
    const known = this.#numbers.get(labels.join('\n'));
    if (known !== undefined) return known;
    const sorted = labels.toSorted();
    const number = this.#numbers.get(sorted.join('\n')) ?? this.#sets.push(sorted) - 1;
    // The next product with the same labels in the same order finds it at once.
    this.#numbers.set(labels.join('\n'), number).set(sorted.join('\n'), number);
    return number;
  }

  /** The labels of a set. */
  labelsOf(number: number): readonly Label[] {
    return this.#sets[number] ?? [];
  }

  /** By number of a set: 1 where it holds any of the labels. */
  holdingAny(labels: readonly Label[]): Uint8Array {
    const wanted = new Set(labels);
    return Uint8Array.from(this.#sets, (set) => (set.some((label) => wanted.has(label)) ? 1 : 0));
  }

  /** From how many products have each set to how many have each label. */
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

  /** Memory it takes, roughly. */
  get bytes(): number {
    return this.#sets.reduce((sum, set) => sum + 120 + set.length * 16, 0);
  }
}
