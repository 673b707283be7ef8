/** Rows in an order that is kept while columns change: what changed is taken out and put in where it belongs now. */

/** Whichever of two rows comes first; never 0 for two different ones. */
export type Compare = (a: number, b: number) => number;

/** From this share of the columns on, sorting everything is cheaper. */
const MANY = 1 / 8;

/** One order of all columns. */
export class Order {
  #rows: Uint32Array;
  readonly #touched = new Set<number>();
  readonly #compare: Compare;
  readonly #isListed: (row: number) => boolean;

  /** `sorted`: every live row, as `compare` sorts them. */
  constructor(compare: Compare, sorted: Uint32Array, isListed: (row: number) => boolean) {
    this.#compare = compare;
    this.#isListed = isListed;
    this.#rows = sorted;
  }

  /** Notes that a row came, went, or has another value now. */
  touch(row: number): void {
    this.#touched.add(row);
  }

  /** All live rows in this order; not to be changed. */
  get rows(): Uint32Array {
    if (this.#touched.size > 0) this.#settle();
    return this.#rows;
  }

  get bytes(): number {
    return this.#rows.byteLength;
  }

  #settle(): void {
    const fresh = Uint32Array.from([...this.#touched].filter(this.#isListed));
    let highest = 0;
    for (const row of this.#touched) highest = Math.max(highest, row);
    const kept = this.#withoutTouched(highest);
    this.#touched.clear();
    const merged = new Uint32Array(kept.length + fresh.length);
    if (fresh.length > kept.length * MANY) {
      merged.set(kept);
      merged.set(fresh, kept.length);
      this.#rows = merged.sort(this.#compare);
      return;
    }
    let from = 0;
    let to = 0;
    for (const row of fresh.sort(this.#compare)) {
      const place = this.#placeOf(row, kept, from);
      merged.set(kept.subarray(from, place), to);
      to += place - from;
      merged[to++] = row;
      from = place;
    }
    merged.set(kept.subarray(from), to);
    this.#rows = merged;
  }

  #withoutTouched(highest: number): Uint32Array {
    const isTouched = new Uint8Array(highest + 1);
    for (const row of this.#touched) isTouched[row] = 1;
    return this.#rows.filter((row) => row > highest || isTouched[row] === 0);
  }

  /** Before which of the kept rows, none of them before `from`, a row belongs. */
  #placeOf(row: number, kept: Uint32Array, from: number): number {
    let [low, high] = [from, kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(kept[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By row, its rank among sorted rows; those that `compare` finds equal share one. */
export function ranksOf(sorted: Uint32Array, size: number, compare: Compare): { ranks: Uint32Array; highest: number } {
  const ranks = new Uint32Array(size);
  let highest = 0;
  for (let at = 1; at < sorted.length; at++) {
    const row = sorted[at] ?? 0;
    if (compare(sorted[at - 1] ?? 0, row) !== 0) highest++;
    ranks[row] = highest;
  }
  return { ranks, highest };
}

/** Rows sorted by rank, by counting: one pass to count, one to place. Of equal rank they stay as they stand. */
export function sortByRank(
  rows: Uint32Array,
  ranks: Uint32Array | Uint16Array,
  highest: number,
  descending: boolean,
): Uint32Array {
  const turned = descending ? highest : 0;
  const places = new Uint32Array(highest + 2);
  const { length } = rows;
  for (let at = 0; at < length; at++) {
    const next = Math.abs(turned - (ranks[rows[at] ?? 0] ?? 0)) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let rank = 1; rank < places.length; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
  const sorted = new Uint32Array(length);
  for (let at = 0; at < length; at++) {
    const row = rows[at] ?? 0;
    const rank = Math.abs(turned - (ranks[row] ?? 0));
    const place = places[rank] ?? 0;
    sorted[place] = row;
    places[rank] = place + 1;
  }
  return sorted;
}
