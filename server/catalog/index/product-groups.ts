/**
 * Groups of products with the same brand, categories, dietary needs and state (listed, in stock, on sale): every filter
 * except keyword, `search`, tags and prices treats them alike. A shop has far fewer groups than products (about 300 for 100,000 demo products), so that counting
 * over groups costs the same at every size. In the worst case, every product its own group, it costs as much as
 * counting products.
 */

/** Every group so far, as columns by group number. */
export class ProductGroups {
  size = 0;
  brandSets = new Uint32Array(64);
  categorySets = new Uint32Array(64);
  dietarySets = new Uint32Array(64);
  flags = new Uint8Array(64);
  /** Number of listed products in each group; may be 0. */
  counts = new Uint32Array(64);

  readonly #numbers = new Map<string, number>();

  /** Returns the number of the group with these label sets and flags, adding it if it is new. */
  numberOf(brandSet: number, categorySet: number, dietarySet: number, flags: number): number {
    const key = `${brandSet},${categorySet},${dietarySet},${flags}`;
    const cachedNumber = this.#numbers.get(key);
    if (cachedNumber !== undefined) return cachedNumber;
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

  /** Estimates its memory in bytes. */
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
