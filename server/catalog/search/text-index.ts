/**
 * Full-text index of the catalogue in memory: matches products with a keyword, and scores them. It has no prices or
 * stock, only row numbers of the catalogue index.
 */

import { type BrandInKeyword, findBrand } from './brands/find-brand.ts';
import { LENIENT, Matcher, type Matches, NO_MATCHES } from './score-documents.ts';
import { SearchDocuments, type TextSource } from './search-documents.ts';
import {
  listCorrections,
  listRespacedQueries,
  parseKeyword,
  type QueryWord,
  type SearchQuery,
  splitIntoUnits,
} from './search-query.ts';
import { splitWords } from './split-words.ts';
import { suggestTerms } from './suggest-terms.ts';
import { joinSegments } from './synonyms.ts';

export type { TextSource } from './search-documents.ts';

export type KeywordMatches = Matches & {
  /** The corrected spelling that was searched for; null if the keyword itself matches. */
  corrected: string | null;
  /** Whether no product has all words: the rows match some of them. */
  isPartial: boolean;
  /** A brand in the keyword that no product has; the rows are then of the kinds that it is known for. */
  notSold: string | null;
};

type WordMatches = Omit<KeywordMatches, 'notSold'>;

/** Maximum words to try in another spelling when no product has all of them. */
const MAX_CORRECTED = 4;
/** Maximum corrections to try per word. */
const MAX_TRIED = 3;
/** Number of results below which the query is also tried with other spaces between its words. */
const FEW_RESULTS = 30;
/** Maximum other spacings to try. */
const MAX_RESPACED = 3;

const joinCorrected = (words: readonly QueryWord[]): string =>
  joinSegments(words.map((word) => ({ kind: word.kind, text: word.corrections[0] ?? word.text })));

const needsCorrection = (word: QueryWord): boolean => word.corrections.length > 0 || word.isResegmented;

/** Factor of the scores of results of another spacing. */
const RESPACED_SCORE_FACTOR = 0.85;

/** Joins the results of the keyword and of another spacing; a row in both has the higher score. */
function mergeMatches(typed: Matches, respaced: Matches): Matches {
  const scores = new Map<number, number>();
  for (const [at, row] of typed.rows.entries()) scores.set(row, typed.scores[at] ?? 0);
  for (const [at, row] of respaced.rows.entries()) {
    scores.set(row, Math.max(scores.get(row) ?? 0, Math.trunc((respaced.scores[at] ?? 0) * RESPACED_SCORE_FACTOR)));
  }
  const rows = Uint32Array.from(scores.keys()).sort();
  return { rows, scores: Uint8Array.from(rows, (row) => scores.get(row) ?? 0) };
}

export class TextIndex {
  readonly #documents: SearchDocuments;
  readonly #matcher: Matcher;

  /** `synonyms`: groups of terms with the same meaning. */
  constructor(synonyms: readonly (readonly string[])[]) {
    this.#documents = new SearchDocuments(synonyms);
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

  /**
   * Finds products that match every word of `keyword`; if there are none, those that match the most significant of its
   * words. For a well-known brand without products, finds goods of the kinds that it is known for.
   */
  find(keyword: string): KeywordMatches {
    const brand = findBrand(keyword);
    if (brand !== null && !this.#matcher.hasAny(brand.spellings)) return this.#findSimilar(brand);
    return { ...this.#findWords(keyword), notSold: null };
  }

  /** Finds goods of the kinds that a brand is known for, with the other words of the keyword or without. */
  #findSimilar({ name, kinds, rest }: BrandInKeyword): KeywordMatches {
    const others = splitWords(rest).some(({ kind }) => kind === 'word' || kind === 'han') ? [rest] : [];
    for (const keyword of [...kinds.map((kind) => `${rest} ${kind}`), ...others, ...kinds]) {
      const textMatches = this.#matcher.match(parseKeyword(this.#documents, keyword));
      if (textMatches.rows.length > 0) return { ...textMatches, corrected: null, isPartial: false, notSold: name };
    }
    return { ...NO_MATCHES, corrected: null, isPartial: false, notSold: name };
  }

  #findWords(keyword: string): WordMatches {
    const query = parseKeyword(this.#documents, keyword);
    const textMatches = this.#matcher.match(query);
    if (query.words.length === 0) return { ...textMatches, corrected: null, isPartial: false };
    const others = textMatches.rows.length < FEW_RESULTS ? this.#respaceQuery(query) : [];
    for (const other of others) {
      const more = this.#matcher.match(other);
      if (textMatches.rows.length === 0 && more.rows.length > 0) {
        return { ...more, corrected: joinCorrected(other.words), isPartial: false };
      }
      if (more.rows.length > 0) return this.#toWordMatches(query, mergeMatches(textMatches, more));
    }
    if (textMatches.rows.length > 0) return this.#toWordMatches(query, textMatches);
    return this.#findLoosely(query) ?? this.#findInitials(query) ?? this.#findPartly(others[0] ?? query);
  }

  #toWordMatches(query: SearchQuery, matches: Matches): WordMatches {
    const isCorrected = query.words.some(needsCorrection);
    return { ...matches, corrected: isCorrected ? joinCorrected(query.words) : null, isPartial: false };
  }

  #respaceQuery({ words }: SearchQuery): SearchQuery[] {
    return listRespacedQueries(this.#documents, words)
      .slice(0, MAX_RESPACED)
      .map((others) => ({ words: others, units: splitIntoUnits(this.#documents, others) }));
  }

  /** Searches a single word as initials of pinyin: "ksm" for 快熟面. */
  #findInitials({ words }: SearchQuery): WordMatches | null {
    const [word] = words;
    if (word?.kind !== 'word' || words.length > 1) return null;
    const textMatches = this.#matcher.matchInitials(word.text);
    return textMatches.rows.length === 0 ? null : { ...textMatches, corrected: null, isPartial: false };
  }

  #findPartly(query: SearchQuery): WordMatches {
    return { ...this.#matcher.matchPartly(query), corrected: null, isPartial: true };
  }

  /** Searches again more loosely: with corrections of known words, and Chinese characters in any order. */
  #findLoosely(query: SearchQuery): WordMatches | null {
    const loosely = this.#matcher.match(query, LENIENT);
    if (loosely.rows.length > 0) return this.#toWordMatches(query, loosely);
    // A synonym without products is not a spelling error: "milo" is not corrected to "milk".
    const { words: synonymWords } = this.#documents.synonyms;
    const uncertain = query.words
      .filter((word) => word.kind === 'word' && !synonymWords.has(word.text))
      .slice(0, MAX_CORRECTED);
    for (const word of uncertain) {
      const corrections =
        word.corrections.length > 0
          ? word.corrections.slice(1)
          : listCorrections(this.#documents, word.text, word.isIncomplete);
      for (const correction of corrections.slice(0, MAX_TRIED)) {
        const words = query.words.map((each) => (each === word ? { ...word, corrections: [correction] } : each));
        const textMatches = this.#matcher.match({ words, units: splitIntoUnits(this.#documents, words) });
        if (textMatches.rows.length > 0) return { ...textMatches, corrected: joinCorrected(words), isPartial: false };
      }
    }
    return null;
  }

  /** Lists search terms of the shop that start with the typed text, the most frequent first. */
  complete(typed: string, limit: number): string[] {
    return suggestTerms(this.#documents, typed, limit, (keyword) => {
      const { rows, corrected, isPartial } = this.#findWords(keyword);
      return corrected === null && !isPartial ? rows.length : 0;
    });
  }

  /** Estimates its memory in bytes. */
  get bytes(): number {
    return this.#documents.bytes;
  }
}
