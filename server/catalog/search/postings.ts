/**
 * Posting lists in one memory arena. A list is a chain of chunks that double in size, so that thousands of short lists
 * and a few long ones are both compact. Documents are appended in ascending order; an entry is a document and,
 * in its lowest three bits, the class of the match.
 */

const CLASS_BITS = 3;
const CLASS_MASK = (1 << CLASS_BITS) - 1;
/** Words before a chunk's entries: the next chunk, and the number of entries. */
const HEADER_WORDS = 2;
const FIRST_CHUNK = 2;
const LARGEST_CHUNK = 512;

const growArray = <A extends Uint32Array | Uint16Array>(array: A, length: number): A => {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.ceil(length * 1.5) + 64);
  larger.set(array);
  return larger;
};

export class Postings {
  #arena = new Uint32Array(1024);
  /** Word 0 is unused: chunk 0 means none. */
  #used = 1;
  #heads = new Uint32Array(64);
  #tails = new Uint32Array(64);
  #rooms = new Uint16Array(64);
  #counts = new Uint32Array(64);
  #lists = 0;

  /** Appends a document to a list, creating the list with its first entry. */
  append(list: number, doc: number, matchClass: number): void {
    if (list >= this.#lists) this.#addLists(list + 1);
    const tail = this.#tails[list] ?? 0;
    const count = tail === 0 ? 0 : (this.#arena[tail + 1] ?? 0);
    const room = this.#rooms[list] ?? 0;
    const chunk = tail === 0 || count === room ? this.#addChunk(list, tail, room) : tail;
    const at = this.#arena[chunk + 1] ?? 0;
    this.#arena[chunk + HEADER_WORDS + at] = (doc << CLASS_BITS) | matchClass;
    this.#arena[chunk + 1] = at + 1;
    this.#counts[list] = (this.#counts[list] ?? 0) + 1;
  }

  #addLists(count: number): void {
    this.#heads = growArray(this.#heads, count);
    this.#tails = growArray(this.#tails, count);
    this.#rooms = growArray(this.#rooms, count);
    this.#counts = growArray(this.#counts, count);
    this.#lists = count;
  }

  #addChunk(list: number, tail: number, room: number): number {
    const wanted = room === 0 ? FIRST_CHUNK : Math.min(room * 2, LARGEST_CHUNK);
    const chunk = this.#used;
    this.#used += HEADER_WORDS + wanted;
    this.#arena = growArray(this.#arena, this.#used);
    if (tail === 0) this.#heads[list] = chunk;
    else this.#arena[tail] = chunk;
    this.#tails[list] = chunk;
    this.#rooms[list] = wanted;
    return chunk;
  }

  /** Returns the number of entries, removed documents included. */
  count(list: number): number {
    return list < this.#lists ? (this.#counts[list] ?? 0) : 0;
  }

  /** Returns whether a list has a document that was not removed. */
  hasDocuments(list: number, rowOf: Int32Array): boolean {
    if (list >= this.#lists) return false;
    for (let chunk = this.#heads[list] ?? 0; chunk !== 0; chunk = this.#arena[chunk] ?? 0) {
      const end = chunk + HEADER_WORDS + (this.#arena[chunk + 1] ?? 0);
      for (let at = chunk + HEADER_WORDS; at < end; at++) {
        if ((rowOf[(this.#arena[at] ?? 0) >>> CLASS_BITS] ?? -1) >= 0) return true;
      }
    }
    return false;
  }

  /** Raises each document of a list to the score of its class, and sets `flag` (bit 7). */
  raise(list: number, scores: Uint8Array, best: Uint8Array, flag = 0): void {
    if (list >= this.#lists) return;
    const arena = this.#arena;
    for (let chunk = this.#heads[list] ?? 0; chunk !== 0; chunk = arena[chunk] ?? 0) {
      const end = chunk + HEADER_WORDS + (arena[chunk + 1] ?? 0);
      for (let at = chunk + HEADER_WORDS; at < end; at++) {
        const entry = arena[at] ?? 0;
        const doc = entry >>> CLASS_BITS;
        const score = scores[entry & CLASS_MASK] ?? 0;
        const highest = best[doc] ?? 0;
        best[doc] = (highest & 0x80) | flag | Math.max(score, highest & 0x7f);
      }
    }
  }

  /** Raises as `raise` does, without a flag, and only documents whose count is `wanted`. */
  raiseCounted(list: number, scores: Uint8Array, best: Uint8Array, counts: Uint8Array, wanted: number): void {
    if (list >= this.#lists) return;
    const arena = this.#arena;
    for (let chunk = this.#heads[list] ?? 0; chunk !== 0; chunk = arena[chunk] ?? 0) {
      const end = chunk + HEADER_WORDS + (arena[chunk + 1] ?? 0);
      for (let at = chunk + HEADER_WORDS; at < end; at++) {
        const entry = arena[at] ?? 0;
        const doc = entry >>> CLASS_BITS;
        if (counts[doc] !== wanted) continue;
        const score = scores[entry & CLASS_MASK] ?? 0;
        const highest = best[doc] ?? 0;
        if (score > (highest & 0x7f)) best[doc] = (highest & 0x80) | score;
      }
    }
  }

  /**
   * Increments the count of each document of a list whose count is `step`: after n lists, documents with count n are
   * in all of them.
   */
  advance(list: number, step: number, counts: Uint8Array): void {
    if (list >= this.#lists) return;
    const arena = this.#arena;
    for (let chunk = this.#heads[list] ?? 0; chunk !== 0; chunk = arena[chunk] ?? 0) {
      const end = chunk + HEADER_WORDS + (arena[chunk + 1] ?? 0);
      for (let at = chunk + HEADER_WORDS; at < end; at++) {
        const doc = (arena[at] ?? 0) >>> CLASS_BITS;
        if (counts[doc] === step) counts[doc] = step + 1;
      }
    }
  }

  /** Copies a list without removed documents to another `Postings`, renumbered. */
  moveTo(list: number, target: Postings, targetList: number, renumbered: Int32Array): void {
    if (list >= this.#lists) return;
    for (let chunk = this.#heads[list] ?? 0; chunk !== 0; chunk = this.#arena[chunk] ?? 0) {
      const end = chunk + HEADER_WORDS + (this.#arena[chunk + 1] ?? 0);
      for (let at = chunk + HEADER_WORDS; at < end; at++) {
        const entry = this.#arena[at] ?? 0;
        const doc = renumbered[entry >>> CLASS_BITS] ?? -1;
        if (doc >= 0) target.append(targetList, doc, entry & CLASS_MASK);
      }
    }
  }

  /** Estimates its memory in bytes. */
  get bytes(): number {
    return this.#arena.byteLength + this.#heads.byteLength * 3 + this.#rooms.byteLength;
  }
}
