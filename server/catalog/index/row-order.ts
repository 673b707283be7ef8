/** Slots in an order that is kept while rows change: what changed is taken out and put in where it belongs now. */

/** Whichever of two slots comes first; never 0 for two different ones. */
export type Compare = (a: number, b: number) => number;

/** From this share of the rows on, sorting everything is cheaper. */
const MANY = 1 / 8;

/** One order of all rows. */
export class Order {
  #slots: Uint32Array;
  readonly #touched = new Set<number>();
  readonly #compare: Compare;
  readonly #isLive: (slot: number) => boolean;

  /** `sorted`: every live slot, as `compare` sorts them. */
  constructor(compare: Compare, sorted: Uint32Array, isLive: (slot: number) => boolean) {
    this.#compare = compare;
    this.#isLive = isLive;
    this.#slots = sorted;
  }

  /** Notes that a row came, went, or has another value now. */
  touch(slot: number): void {
    this.#touched.add(slot);
  }

  /** All live slots in this order; not to be changed. */
  get slots(): Uint32Array {
    if (this.#touched.size > 0) this.#settle();
    return this.#slots;
  }

  get bytes(): number {
    return this.#slots.byteLength;
  }

  #settle(): void {
    const fresh = Uint32Array.from([...this.#touched].filter(this.#isLive));
    let highest = 0;
    for (const slot of this.#touched) highest = Math.max(highest, slot);
    const kept = this.#withoutTouched(highest);
    this.#touched.clear();
    const merged = new Uint32Array(kept.length + fresh.length);
    if (fresh.length > kept.length * MANY) {
      merged.set(kept);
      merged.set(fresh, kept.length);
      this.#slots = merged.sort(this.#compare);
      return;
    }
    let from = 0;
    let to = 0;
    for (const slot of fresh.sort(this.#compare)) {
      const place = this.#placeOf(slot, kept, from);
      merged.set(kept.subarray(from, place), to);
      to += place - from;
      merged[to++] = slot;
      from = place;
    }
    merged.set(kept.subarray(from), to);
    this.#slots = merged;
  }

  #withoutTouched(highest: number): Uint32Array {
    const isTouched = new Uint8Array(highest + 1);
    for (const slot of this.#touched) isTouched[slot] = 1;
    return this.#slots.filter((slot) => slot > highest || isTouched[slot] === 0);
  }

  /** Before which of the kept slots, none of them before `from`, a slot belongs. */
  #placeOf(slot: number, kept: Uint32Array, from: number): number {
    let [low, high] = [from, kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(kept[middle] ?? 0, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By slot, its rank among sorted slots; those that `compare` finds equal share one. */
export function ranksOf(sorted: Uint32Array, size: number, compare: Compare): { ranks: Uint32Array; highest: number } {
  const ranks = new Uint32Array(size);
  let highest = 0;
  for (let at = 1; at < sorted.length; at++) {
    const slot = sorted[at] ?? 0;
    if (compare(sorted[at - 1] ?? 0, slot) !== 0) highest++;
    ranks[slot] = highest;
  }
  return { ranks, highest };
}

/** Slots sorted by rank, by counting: one pass to count, one to place. Of equal rank they stay as they stand. */
export function sortedByRank(
  slots: Uint32Array,
  ranks: Uint32Array | Uint16Array,
  highest: number,
  descending: boolean,
): Uint32Array {
  const turned = descending ? highest : 0;
  const places = new Uint32Array(highest + 2);
  const { length } = slots;
  for (let at = 0; at < length; at++) {
    const next = Math.abs(turned - (ranks[slots[at] ?? 0] ?? 0)) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let rank = 1; rank < places.length; rank++) places[rank] = (places[rank] ?? 0) + (places[rank - 1] ?? 0);
  const sorted = new Uint32Array(length);
  for (let at = 0; at < length; at++) {
    const slot = slots[at] ?? 0;
    const rank = Math.abs(turned - (ranks[slot] ?? 0));
    const place = places[rank] ?? 0;
    sorted[place] = slot;
    places[rank] = place + 1;
  }
  return sorted;
}
