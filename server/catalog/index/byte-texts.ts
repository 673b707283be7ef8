/** Stores a text for each row in one buffer: no object per text, and one search covers all texts. */

const START_BYTES = 4_096;
/** Bytes of outdated texts above which packing the others is worthwhile. */
const MIN_OUTDATED_BYTES = 65_536;

/** Texts by row, in UTF-8, separated by NUL, which none may contain. */
export class ByteTexts {
  #bytes = Buffer.alloc(START_BYTES);
  #used = 0;
  #waste = 0;
  #starts = new Uint32Array(64);
  #lengths = new Uint32Array(64);
  /** Rows in the order of their texts. A row that was written again appears twice. */
  #owners: number[] = [];
  #ownerStarts: number[] = [];
  readonly #isSearched: boolean;

  /** `isSearched`: whether `eachContaining` will be used; it needs the row of each position. */
  constructor(isSearched: boolean) {
    this.#isSearched = isSearched;
  }

  /** Writes a row's text; returns whether it changed. */
  set(row: number, text: string): boolean {
    const bytes = Buffer.from(text);
    if (row < this.#starts.length && this.#lengths[row] === bytes.length && this.#bytesOf(row).equals(bytes))
      return false;
    this.#reserve(row, bytes.length + 1);
    const before = this.#lengths[row] ?? 0;
    this.#waste += before === 0 ? 0 : before + 1;
    this.#starts[row] = this.#used;
    this.#lengths[row] = bytes.length;
    bytes.copy(this.#bytes, this.#used);
    this.#bytes[this.#used + bytes.length] = 0;
    this.#addOwner(row);
    this.#used += bytes.length + 1;
    if (this.#waste > MIN_OUTDATED_BYTES && this.#waste * 2 > this.#used) this.#pack(START_BYTES);
    return true;
  }

  /** Compares the texts of two rows byte by byte, for sorting. */
  compare(a: number, b: number): number {
    const [startA = 0, startB = 0] = [this.#starts[a], this.#starts[b]];
    const [lengthA = 0, lengthB = 0] = [this.#lengths[a], this.#lengths[b]];
    const bytes = this.#bytes;
    const shorter = Math.min(lengthA, lengthB);
    for (let at = 0; at < shorter; at++) {
      const difference = (bytes[startA + at] ?? 0) - (bytes[startB + at] ?? 0);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  /** Returns a row's text. */
  text(row: number): string {
    return this.#bytesOf(row).toString();
  }

  /** Calls `visit` with every row whose text contains `part`, which has no NUL. */
  eachContaining(part: string, visit: (row: number) => void): void {
    const wanted = Buffer.from(part);
    let entry = 0;
    for (let at = this.#bytes.indexOf(wanted); at >= 0 && at < this.#used; ) {
      entry = this.#entryAt(at, entry);
      const row = this.#owners[entry] ?? 0;
      // A row that was written again has another start; its outdated text does not count.
      if (this.#starts[row] === this.#ownerStarts[entry]) visit(row);
      const next = this.#ownerStarts[entry + 1];
      if (next === undefined) return;
      at = this.#bytes.indexOf(wanted, next);
    }
  }

  /** Estimates its memory in bytes. */
  get bytes(): number {
    return this.#bytes.length + this.#starts.byteLength * 2 + this.#owners.length * 16;
  }

  /** Frees the spare capacity. */
  trim(): void {
    this.#pack(0);
  }

  #addOwner(row: number): void {
    if (!this.#isSearched) return;
    this.#owners.push(row);
    this.#ownerStarts.push(this.#used);
  }

  #bytesOf(row: number): Buffer {
    const start = this.#starts[row] ?? 0;
    return this.#bytes.subarray(start, start + (this.#lengths[row] ?? 0));
  }

  /** Finds the last entry that begins at or before a place, from the entry `from` on. */
  #entryAt(place: number, from: number): number {
    let [low, high] = [from, this.#ownerStarts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#ownerStarts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #reserve(row: number, bytes: number): void {
    if (row >= this.#starts.length) {
      const size = Math.max(row + 1, Math.ceil(this.#starts.length * 1.5));
      this.#starts = resizeArray(this.#starts, size);
      this.#lengths = resizeArray(this.#lengths, size);
    }
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(this.#used + bytes, Math.ceil(this.#bytes.length * 1.5)));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  #pack(room: number): void {
    const packed = Buffer.alloc(this.#used - this.#waste + room);
    const starts = new Uint32Array(this.#starts.length);
    [this.#used, this.#waste, this.#owners, this.#ownerStarts] = [0, 0, [], []];
    for (let row = 0; row < starts.length; row++) {
      const text = this.#bytesOf(row);
      if (text.length === 0) continue;
      text.copy(packed, this.#used);
      starts[row] = this.#used;
      this.#addOwner(row);
      this.#used += text.length + 1;
    }
    [this.#bytes, this.#starts] = [packed, starts];
  }
}

/** Copies an array into one of another length. */
function resizeArray(from: Uint32Array<ArrayBuffer>, size: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(size);
  to.set(from);
  return to;
}
