/** All terms of the shop by number, found by their spelling, by how they begin, and by spellings near them. */
import { bitsOf, errorsBetween, errorsForgiven, lettersOf } from './spelling.ts';

/** Terms that came after the last sorting are looked through one by one, up to so many. */
const MAX_UNSORTED = 400;
/** Spellings near a word that are weighed. */
const MAX_NEAR = 24;

/** A term that is spelled nearly as typed. */
export type Near = { term: number; errors: number };

const LATIN_WORD = /^\p{L}+$/u;

/** Letters from which a word may have its error in the first: nasi is not masin. */
const FREE_BEGINNING = 6;

/** Whether two words have their first letter in common, or their first two swapped. */
const beginAlike = (one: string, other: string): boolean =>
  one[0] === other[0] || (one[0] === other[1] && one[1] === other[0]);

/** Terms and their numbers. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Letters of each term that is a word, 0 of all others: what spelling errors are looked for in. */
  #letters = new Uint32Array(256);
  /** Numbers in the order of their texts; those from its length on are not sorted yet. */
  #sorted: Uint32Array = new Uint32Array(0);
  #textLength = 0;

  get size(): number {
    return this.#texts.length;
  }

  /** A term's text. */
  text(term: number): string {
    return this.#texts[term] ?? '';
  }

  /** A term's number, or -1. */
  get(text: string): number {
    return this.#numbers.get(text) ?? -1;
  }

  /** A term's number; a new one where it was not there. */
  add(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
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
      this.#letters[term] = lettersOf(text);
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

  /** Terms that begin with `start`, itself included. */
  beginningWith(start: string): number[] {
    if (this.#texts.length - this.#sorted.length > MAX_UNSORTED) this.#sort();
    const sorted = this.#sorted;
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.text(sorted[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < sorted.length; at++) {
      const term = sorted[at] ?? 0;
      if (!this.text(term).startsWith(start)) break;
      found.push(term);
    }
    for (let term = sorted.length; term < this.#texts.length; term++) {
      if (this.text(term).startsWith(start)) found.push(term);
    }
    return found;
  }

  /**
   * Terms that `accepts` lets through and that are as near to what was typed as any, within the errors that are
   * forgiven; with `asBeginning` those that begin nearly so. Letters are counted first, which leaves few to compare.
   */
  near(typed: string, accepts: (term: number) => boolean, asBeginning = false): Near[] {
    let most: number = errorsForgiven(typed);
    if (most === 0) return [];
    const letters = lettersOf(typed);
    let found: Near[] = [];
    for (let term = 0; term < this.#texts.length; term++) {
      const others = this.#letters[term] ?? 0;
      if (others === 0 || bitsOf(letters & ~others) > most) continue;
      if (!asBeginning && bitsOf(others & ~letters) > most) continue;
      const text = this.text(term);
      if (typed.length < FREE_BEGINNING && !beginAlike(typed, text)) continue;
      const errors = errorsBetween(typed, text, most, asBeginning);
      if (errors > most || errors === 0 || !accepts(term)) continue;
      if (errors < most) {
        most = errors;
        found = found.filter((near) => near.errors <= most);
      }
      found.push({ term, errors });
    }
    return found.slice(0, MAX_NEAR);
  }

  /** Memory it takes: the texts, a table entry and a string's head each. */
  get bytes(): number {
    return this.#textLength * 2 + this.#texts.length * 72 + this.#letters.byteLength + this.#sorted.byteLength;
  }
}
