/**
 * Full-text index of the catalogue in memory: which products match a keyword, and how well. It knows no prices or
 * stock, only row numbers of the catalogue index.
 */

import { Documents, type TextSource } from './documents.ts';
import { Matcher } from './matching.ts';
import { correctionsOf, parseQuery, type QueryWord, queryUnitsOf, type SearchQuery } from './search-query.ts';
import { suggestTerms } from './suggest.ts';
import { termText } from './synonyms.ts';

export type { TextSource } from './documents.ts';

export type Found = {
  /** Rows that match every word, ascending. */
  rows: Uint32Array;
  /** By match: higher is better. */
  scores: Uint8Array;
  /** The corrected spelling that was searched for; null if the keyword itself matches. */
  corrected: string | null;
};

/** Words to try in another spelling when no product has all of them. */
const MAX_CORRECTED = 4;
/** Corrections to try per word. */
const MAX_TRIED = 3;

const writtenOf = (words: readonly QueryWord[]): string =>
  termText(words.map((word) => ({ kind: word.kind, text: word.corrections[0] ?? word.text })));

const needsCorrection = (word: QueryWord): boolean => word.corrections.length > 0 || word.isResegmented;

export class TextIndex {
  readonly #documents: Documents;
  readonly #matcher: Matcher;

  /** `synonyms`: groups of terms with the same meaning. */
  constructor(synonyms: readonly (readonly string[])[]) {
    this.#documents = new Documents(synonyms);
    this.#matcher = new Matcher(this.#documents);
  }

  /** Indexes a product, replacing the one at the same row. */
  put(row: number, source: TextSource): void {
    this.#documents.put(row, source);
  }

  /** Removes the product at a row. */
  remove(row: number): void {
    this.#documents.remove(row);
  }

  /** Finds products that match every word of `keyword`. */
  find(keyword: string): Found {
    const query = parseQuery(this.#documents, keyword);
    const wasCorrected = query.words.some(needsCorrection);
    const found = this.#matcher.match(query);
    if (found.rows.length > 0 || query.words.length === 0) {
      return { ...found, corrected: wasCorrected ? writtenOf(query.words) : null };
    }
    return this.#findLoosely(query) ?? { ...found, corrected: null };
  }

  /** Searches again more loosely: with corrections of known words, and Chinese characters in any order. */
  #findLoosely(query: SearchQuery): Found | null {
    const wasCorrected = query.words.some(needsCorrection);
    const loosely = this.#matcher.match(query, { anySpelling: true, scattered: true });
    if (loosely.rows.length > 0) return { ...loosely, corrected: wasCorrected ? writtenOf(query.words) : null };
    // A synonym without products is not a spelling error: "milo" is not corrected to "milk".
    const { words: known } = this.#documents.synonyms;
    const uncertain = query.words
      .filter((word) => word.kind === 'word' && !known.has(word.text))
      .slice(0, MAX_CORRECTED);
    for (const word of uncertain) {
      const corrections =
        word.corrections.length > 0
          ? word.corrections.slice(1)
          : correctionsOf(this.#documents, word.text, word.isIncomplete);
      for (const correction of corrections.slice(0, MAX_TRIED)) {
        const words = query.words.map((each) => (each === word ? { ...word, corrections: [correction] } : each));
        const found = this.#matcher.match({ words, units: queryUnitsOf(this.#documents, words) });
        if (found.rows.length > 0) return { ...found, corrected: writtenOf(words) };
      }
    }
    return null;
  }

  /** Search terms of the shop that start as typed, the most frequent first. */
  complete(typed: string, limit: number): string[] {
    return suggestTerms(this.#documents, typed, limit, (keyword) => {
      const { rows, corrected } = this.find(keyword);
      return corrected === null ? rows.length : 0;
    });
  }

  /** Memory in bytes. */
  get bytes(): number {
    return this.#documents.bytes;
  }
}
