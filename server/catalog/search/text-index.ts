/**
 * The words of the catalogue, kept in memory: which products a shopper's words name, and how well. It knows nothing of
 * prices and stock; whoever owns the rows gives each product a row and asks by row.
 */

import { Documents, type TextSource } from './documents.ts';
import { Matcher } from './matching.ts';
import { type Asked, type AskedWord, askedOf, nearWords, unitsOf } from './search-query.ts';
import { suggestTerms } from './suggest.ts';
import { termText } from './synonyms.ts';

export type { TextSource } from './documents.ts';

/** What was found. */
export type Found = {
  /** Rows that have every word, ascending. */
  rows: Uint32Array;
  /** How well each matches, higher is better. */
  scores: Uint8Array;
  /** The spelling that was searched for instead, where nothing is spelled as asked. */
  corrected: string | null;
};

/** Words of a query that are tried in another spelling, where all are words and no product has all of them. */
const MAX_DOUBTED = 4;
/** Spellings of each that are tried. */
const MAX_TRIED = 3;

const writtenOf = (words: readonly AskedWord[]): string =>
  termText(words.map((word) => ({ kind: word.kind, text: word.near[0] ?? word.text })));

const isDoubtful = (word: AskedWord): boolean => word.near.length > 0 || word.isRespelled;

/** Finds products by their words. */
export class TextIndex {
  readonly #documents: Documents;
  readonly #matcher: Matcher;

  /** `synonyms`: groups of terms that mean the same, in any language. */
  constructor(synonyms: readonly (readonly string[])[]) {
    this.#documents = new Documents(synonyms);
    this.#matcher = new Matcher(this.#documents);
  }

  /** Adds a product, or replaces what stood at its row. */
  put(row: number, source: TextSource): void {
    this.#documents.put(row, source);
  }

  /** Forgets the product at a row. */
  remove(row: number): void {
    this.#documents.remove(row);
  }

  /** Which products have every word of `keyword`. */
  find(keyword: string): Found {
    const asked = askedOf(this.#documents, keyword);
    const isDoubted = asked.words.some(isDoubtful);
    const found = this.#matcher.match(asked);
    if (found.rows.length > 0 || asked.words.length === 0) {
      return { ...found, corrected: isDoubted ? writtenOf(asked.words) : null };
    }
    return this.#findFreely(asked) ?? { ...found, corrected: null };
  }

  /** Where no product has every word: other spellings of a word that is one, and Chinese characters in any order. */
  #findFreely(asked: Asked): Found | null {
    const isDoubted = asked.words.some(isDoubtful);
    const freely = this.#matcher.match(asked, { anySpelling: true, scattered: true });
    if (freely.rows.length > 0) return { ...freely, corrected: isDoubted ? writtenOf(asked.words) : null };
    // Milo has a meaning, though the shop has none: it is no error for milk.
    const { words: known } = this.#documents.meanings;
    const doubtful = asked.words.filter((word) => word.kind === 'word' && !known.has(word.text)).slice(0, MAX_DOUBTED);
    for (const word of doubtful) {
      const nears = word.near.length > 0 ? word.near.slice(1) : nearWords(this.#documents, word.text, word.isOpen);
      for (const near of nears.slice(0, MAX_TRIED)) {
        const words = asked.words.map((each) => (each === word ? { ...word, near: [near] } : each));
        const found = this.#matcher.match({ words, units: unitsOf(this.#documents, words) });
        if (found.rows.length > 0) return { ...found, corrected: writtenOf(words) };
      }
    }
    return null;
  }

  /** Terms of the shop that begin as `typed` does, the most frequent first, in the script that is typed. */
  complete(typed: string, limit: number): string[] {
    return suggestTerms(this.#documents, typed, limit, (keyword) => {
      const { rows, corrected } = this.find(keyword);
      return corrected === null ? rows.length : 0;
    });
  }

  /** Memory it takes. */
  get bytes(): number {
    return this.#documents.bytes;
  }
}
