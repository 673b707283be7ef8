/**
 * Products that no filter but words, tags and prices tells apart: of the same brand, categories and dietary needs, and
 * in the same state. A shop has far fewer kinds than products (some three hundred among 100,000 of the demo's), so counts
 * over kinds cost the same at every size; in a shop where every product is of its own kind they cost what products do.
 */

/** The kinds that were met, as columns by number. */
export class Kinds {
  size = 0;
  brandSets = new Uint32Array(64);
  categorySets = new Uint32Array(64);
  dietarySets = new Uint32Array(64);
  flags = new Uint8Array(64);
  /** Listed products of each; a kind may have none left. */
  counts = new Uint32Array(64);

  readonly #numbers = new Map<string, number>();

  /** The number of a kind, by the numbers of its sets of labels and its state. */
  numberOf(brandSet: number, categorySet: number, dietarySet: number, flags: number): number {
    const key = `${brandSet},${categorySet},${dietarySet},${flags}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.size === this.flags.length) this.#grow(this.size * 2);
    const number = this.size++;
    this.#numbers.set(key, number);
    this.brandSets[number] = brandSet;
    this.categorySets[number] = categorySet;
    this.dietarySets[number] = dietarySet;
    this.flags[number] = flags;
    return number;
  }

  /** Counts a product in (1) or out (-1). */
  count(number: number, by: 1 | -1): void {
    this.counts[number] = (this.counts[number] ?? 0) + by;
  }

  /** Memory it takes, roughly. */
  get bytes(): number {
    return this.flags.length * 17 + this.#numbers.size * 80;
  }

  #grow(capacity: number): void {
    const larger = (from: Uint32Array) => {
      const to = new Uint32Array(capacity);
      to.set(from);
      return to;
    };
    this.brandSets = larger(this.brandSets);
    this.categorySets = larger(this.categorySets);
    this.dietarySets = larger(this.dietarySets);
    this.counts = larger(this.counts);
    const flags = new Uint8Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
  }
}
