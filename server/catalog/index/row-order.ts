/** A sort order that is maintained while rows change: changed rows are removed and merged back in. */

/** Compares two rows; never 0 for different ones. */
export type CompareRows = (a: number, b: number) => number;

/** Share of changed rows from which sorting everything is cheaper. */
const RESORT_SHARE = 1 / 8;

/** One sort order of all listed rows. */
export class RowOrder {
  #rows: Uint32Array;
  #places: Uint32Array | null = null;
  readonly #touched = new Set<number>();
  readonly #compare: CompareRows;
  readonly #isListed: (row: number) => boolean;

  /** `sorted`: every listed row, as `compare` sorts them. */
  constructor(compare: CompareRows, sorted: Uint32Array, isListed: (row: number) => boolean) {
    this.#compare = compare;
    this.#isListed = isListed;
    this.#rows = sorted;
  }

  /** Marks a row as added, removed or changed. */
  touch(row: number): void {
    this.#touched.add(row);
  }

  /** All listed rows in this order; read-only. */
  get rows(): Uint32Array {
    if (this.#touched.size > 0) this.#merge();
    return this.#rows;
  }

  /** The place of each row in this order, by row; read-only. */
  get places(): Uint32Array {
    const { rows } = this;
    if (this.#places === null) {
      this.#places = new Uint32Array(rows.reduce((highest, row) => Math.max(highest, row), -1) + 1);
      for (let place = 0; place < rows.length; place++) this.#places[rows[place] ?? 0] = place;
    }
    return this.#places;
  }

  get bytes(): number {
    return this.#rows.byteLength + (this.#places?.byteLength ?? 0);
  }

  #merge(): void {
    this.#places = null;
    const fresh = Uint32Array.from([...this.#touched].filter(this.#isListed));
    let highest = 0;
    for (const row of this.#touched) highest = Math.max(highest, row);
    const unchanged = this.#withoutTouched(highest);
    this.#touched.clear();
    const merged = new Uint32Array(unchanged.length + fresh.length);
    if (fresh.length > unchanged.length * RESORT_SHARE) {
      merged.set(unchanged);
      merged.set(fresh, unchanged.length);
      this.#rows = merged.sort(this.#compare);
      return;
    }
    let from = 0;
    let to = 0;
    for (const row of fresh.sort(this.#compare)) {
      const place = this.#placeOf(row, unchanged, from);
      merged.set(unchanged.subarray(from, place), to);
      to += place - from;
      merged[to++] = row;
      from = place;
    }
    merged.set(unchanged.subarray(from), to);
    this.#rows = merged;
  }

  #withoutTouched(highest: number): Uint32Array {
    const isTouched = new Uint8Array(highest + 1);
    for (const row of this.#touched) isTouched[row] = 1;
    return this.#rows.filter((row) => row > highest || isTouched[row] === 0);
  }

  /** Finds the insert position of a row, from `from` on. */
  #placeOf(row: number, among: Uint32Array, from: number): number {
    let [low, high] = [from, among.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(among[middle] ?? 0, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Computes the rank of each row; equal rows share a rank. */
export function rankRows(
  sorted: Uint32Array,
  size: number,
  compare: CompareRows,
): { ranks: Uint32Array; highest: number } {
  const ranks = new Uint32Array(size);
  let highest = 0;
  for (let at = 1; at < sorted.length; at++) {
    const row = sorted[at] ?? 0;
    if (compare(sorted[at - 1] ?? 0, row) !== 0) highest++;
    ranks[row] = highest;
  }
  return { ranks, highest };
}

/** Sorts rows by rank with a counting sort, which is stable. */
export function sortByRank(rows: Uint32Array, ranks: Uint32Array, highest: number, descending: boolean): Uint32Array {
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
