/** Numbers all terms, and finds them by spelling, by prefix, and by similar spelling. */
import { computeEditDistance, countBits, maskLetters, maxEditDistance } from './spelling.ts';

/** Terms added since the last sort are searched linearly, up to this many. */
const MAX_UNSORTED = 400;
/** Maximum similar terms that a search returns. */
const MAX_SIMILAR = 24;

/** A term with a similar spelling. */
export type SimilarTerm = { term: number; errors: number };

const LATIN_WORD = /^\p{L}+$/u;

/** Minimum length of a word whose first letter may be wrong: nasi is not masin. */
const MIN_LENGTH_OTHER_START = 6;

/** Returns whether the first letters are the same, or the first two swapped. */
const areStartsAlike = (one: string, other: string): boolean =>
  one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);

export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** By term: its letter mask, 0 for terms that are not words. */
  #letters = new Uint32Array(256);
  /** Term numbers sorted by text; later terms are not sorted yet. */
  #sorted: Uint32Array = new Uint32Array(0);
  #textLength = 0;

  get size(): number {
    return this.#texts.length;
  }

  text(term: number): string {
    return this.#texts[term] ?? '';
  }

  /** Returns a term's number, or -1. */
  get(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** Adds a term if it is new; returns its number. */
  add(text: string): number {
    const existingTerm = this.#numbers.get(text);
    if (existingTerm !== undefined) return existingTerm;
    const term = this.#texts.length;
    this.#numbers.set(text, term);
    this.#texts.push(text);
    this.#textLength += text.length;
    if (term >= this.#letters.length) {
      const larger = new Uint32Array(term * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    if (text.length > 2 && text.length < 48 && LATIN_WORD.test(text) && !/\p{Script=Han}/u.test(text)) {
      this.#letters[term] = maskLetters(text);
    }
    return term;
  }

  #sort(): void {
    const texts = this.#texts;
    this.#sorted = Uint32Array.from(texts.keys()).sort((a, b) => {
      const [one, other] = [texts[a] ?? '', texts[b] ?? ''];
      return one < other ? -1 : one > other ? 1 : 0;
    });
  }

  /** Lists the terms that start with `start`, including itself. */
  withPrefix(start: string): number[] {
    if (this.#texts.length - this.#sorted.length > MAX_UNSORTED) this.#sort();
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.text(sorted[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const matches: number[] = [];
    for (let at = low; at < sorted.length; at++) {
      const term = sorted[at] ?? 0;
      if (!this.text(term).startsWith(start)) break;
      matches.push(term);
    }
    for (let term = sorted.length; term < this.#texts.length; term++) {
      if (this.text(term).startsWith(start)) matches.push(term);
    }
    return matches;
  }

  /**
   * Finds the accepted terms with the fewest errors, within the allowed number; with `asBeginning` also terms that
   * start with a similar spelling. Letter masks rule out most terms before they are compared.
   */
  findSimilar(typed: string, accepts: (term: number) => boolean, asBeginning = false): SimilarTerm[] {
    let most: number = maxEditDistance(typed);
    if (most === 0) return [];
    const letters = maskLetters(typed);
    let matches: SimilarTerm[] = [];
    for (let term = 0; term < this.#texts.length; term++) {
      const others = this.#letters[term] ?? 0;
      if (others === 0 || countBits(letters & ~others) > most) continue;
      if (!asBeginning && countBits(others & ~letters) > most) continue;
      const text = this.text(term);
      if (typed.length < MIN_LENGTH_OTHER_START && !areStartsAlike(typed, text)) continue;
      const errors = computeEditDistance(typed, text, most, asBeginning);
      if (errors > most || errors === 0 || !accepts(term)) continue;
      if (errors < most) {
        most = errors;
        matches = matches.filter((similar) => similar.errors <= most);
      }
      matches.push({ term, errors });
    }
    return matches.slice(0, MAX_SIMILAR);
  }

  /** Estimates its memory in bytes: texts, one map entry and one string header each. */
  get bytes(): number {
    return this.#textLength * 2 + this.#texts.length * 72 + this.#letters.byteLength + this.#sorted.byteLength;
  }
}
