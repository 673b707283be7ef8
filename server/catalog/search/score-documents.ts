/** Scores documents against a query: one pass over the postings of each word, one byte per document. */

import { listPronunciationTerms } from './chinese/pronunciation.ts';
import { hashName, type SearchDocuments } from './search-documents.ts';
import type { QueryUnit, QueryWord, SearchQuery } from './search-query.ts';
import { listNumberForms, toTokens } from './split-words.ts';

/**
 * Scores by class (`kinds.ts`): the term is in another text, in the name, one of its kinds, its only kind. In odd
 * classes a category has that kind too.
 */
const EXACT_SCORES = Uint8Array.of(74, 74, 86, 92, 104, 104, 110, 110);
const PREFIX_SCORES = Uint8Array.of(60, 60, 66, 66, 70, 70, 74, 74);
/** Scores of prefix matches for words inside the query. */
const PREFIX_INSIDE_SCORES = Uint8Array.of(45, 45, 48, 48, 50, 50, 50, 50);
const SYNONYM_SCORES = Uint8Array.of(50, 95, 76, 98, 82, 99, 94, 106);
/** Scores of synonyms that begin with the query: susu segar for susu. */
const NARROWER_SCORES = Uint8Array.of(44, 46, 52, 56, 62, 70, 72, 80);
const SYNONYM_PREFIX_SCORES = Uint8Array.of(40, 42, 46, 48, 50, 52, 52, 54);
const PRONOUNCED_SCORES = new Uint8Array(8).fill(34);
const MISSPELLED_SCORES = Uint8Array.of(18, 18, 22, 22, 24, 24, 26, 26);
/** Scores of texts that have every character of a Chinese word, but not next to each other. */
const SCATTERED_SCORES = Uint8Array.of(14, 14, 16, 16, 16, 16, 16, 16);

/** Scores by kind of label: brand, category, tag, dietary, weak category. */
const LABEL_SCORES = Uint8Array.of(60, 88, 48, 48, 54);
const LABEL_PREFIX_SCORES = Uint8Array.of(44, 44, 38, 38, 42);
const LABEL_MISSPELLED_SCORES = Uint8Array.of(12, 12, 10, 10, 12);

/** Flag: a label has the word too. Fresh milk in the category "Milk" ranks before chocolate with milk. */
const BY_LABEL = 0x80;
const LABEL_BONUS = 10;
const WHOLE_NAME_BONUS = 40;
/** Minimum length of a word inside the query to be matched as a prefix. */
const MIN_PREFIX_LENGTH = 3;

/** Rows that match, each once, with their scores: higher is better. */
export type Matches = { rows: Uint32Array; scores: Uint8Array };

/** How loosely a word may match. */
export type Leniency = {
  /** Every correction, not only the likeliest. */
  anySpelling: boolean;
  scattered: boolean;
};

const STRICT: Leniency = { anySpelling: false, scattered: false };
export const LENIENT: Leniency = { anySpelling: true, scattered: true };

export const NO_MATCHES: Matches = { rows: new Uint32Array(0), scores: new Uint8Array(0) };

/** Share of the highest weight that a partial match needs. */
const MIN_WEIGHT_SHARE = 0.7;
/** Score of products that match by initials. */
const INITIALS_SCORE = 34;
/** Letters that may be initials: two are too ambiguous. */
const INITIALS_PATTERN = /^[a-z]{3,9}$/;

/** Returns whether a unit consists of numbers and sizes. */
const isMeasure = ({ words }: QueryUnit): boolean => words.every(({ kind }) => kind === 'number' || kind === 'size');

/** Reuses its buffers between queries, which never overlap. */
export class Matcher {
  readonly #documents: SearchDocuments;
  #best = new Uint8Array(0);
  #word = new Uint8Array(0);
  #counts = new Uint8Array(0);
  #total = new Uint32Array(0);
  /** The documents that match every unit so far: the first `#matchedCount` entries. */
  #matchedDocuments = new Uint32Array(0);
  #matchedCount = 0;

  constructor(documents: SearchDocuments) {
    this.#documents = documents;
  }

  /** Finds rows that match every unit. */
  match({ units, words }: SearchQuery, leniency: Leniency = STRICT): Matches {
    const { count } = this.#documents;
    this.#growBuffers();
    for (const [at, unit] of units.entries()) {
      this.#best.fill(0, 0, count);
      this.#matchUnit(unit, leniency);
      if (!this.#intersect(at === 0)) return NO_MATCHES;
    }
    return units.length === 0 ? NO_MATCHES : this.#averageScores(units.length, words);
  }

  /**
   * Finds rows that match some units: those whose matched units weigh the most, rare ones more than frequent ones. A
   * number or size alone does not match.
   */
  matchPartly({ units }: SearchQuery): Matches {
    const { count } = this.#documents;
    this.#growBuffers();
    const best = this.#best;
    const weights = new Float32Array(count);
    for (const unit of units.toSorted((a, b) => Number(isMeasure(a)) - Number(isMeasure(b)))) {
      best.fill(0, 0, count);
      this.#matchUnit(unit, LENIENT);
      let matchCount = 0;
      for (let doc = 0; doc < count; doc++) if (best[doc] !== 0) matchCount++;
      const rarity = Math.log2(1 + count / Math.max(1, matchCount));
      const isBonus = isMeasure(unit);
      for (let doc = 0; doc < count; doc++) {
        const score = (best[doc] ?? 0) & 0x7f;
        if (score === 0 || (isBonus && weights[doc] === 0)) continue;
        weights[doc] = (weights[doc] ?? 0) + rarity * (0.5 + score / 200);
      }
    }
    let highest = 0;
    for (let doc = 0; doc < count; doc++) {
      if ((this.#documents.rowOf[doc] ?? -1) >= 0) highest = Math.max(highest, weights[doc] ?? 0);
    }
    if (highest === 0) return NO_MATCHES;
    for (let doc = 0; doc < count; doc++) {
      const share = (weights[doc] ?? 0) / highest;
      best[doc] = share < MIN_WEIGHT_SHARE ? 0 : Math.round(share * 100);
    }
    return this.#listScoredRows();
  }

  /** Finds rows with Chinese whose pinyin syllables start with these letters, one after the other. */
  matchInitials(letters: string): Matches {
    const { count, vocabulary, terms, initials } = this.#documents;
    if (!INITIALS_PATTERN.test(letters)) return NO_MATCHES;
    const pairs = [...letters].slice(1).map((letter, at) => initials.get(`${letters[at] ?? ''}${letter}`));
    // A repeated pair would be satisfied by one occurrence.
    if (pairs.includes(undefined) || new Set(pairs).size < pairs.length) return NO_MATCHES;
    this.#growBuffers();
    const counts = this.#counts.fill(0, 0, count);
    for (const [step, pair] of pairs.entries()) {
      for (const text of pair ?? []) terms.advance(vocabulary.get(text), step, counts);
    }
    for (let doc = 0; doc < count; doc++) this.#best[doc] = counts[doc] === pairs.length ? INITIALS_SCORE : 0;
    return this.#listScoredRows();
  }

  /** Returns whether any product has all words of any of the spellings. */
  hasAny(spellings: readonly (readonly string[])[]): boolean {
    const { count, rowOf } = this.#documents;
    this.#growBuffers();
    return spellings.some((words) => {
      const best = this.#best.fill(0, 0, count);
      this.#matchAll(words, EXACT_SCORES, best);
      for (let doc = 0; doc < count; doc++) if (best[doc] !== 0 && (rowOf[doc] ?? -1) >= 0) return true;
      return this.#documents.hasBrand(words);
    });
  }

  #growBuffers(): void {
    const { count } = this.#documents;
    if (this.#best.length < count) {
      const length = Math.ceil(count * 1.25);
      this.#best = new Uint8Array(length);
      this.#word = new Uint8Array(length);
      this.#counts = new Uint8Array(length);
      this.#total = new Uint32Array(length);
      this.#matchedDocuments = new Uint32Array(length);
    }
  }

  /**
   * Reduces the matching documents to those that match this unit too. Sums scores in the lower half of a total, label
   * flags in the upper. Returns whether any document is left.
   */
  #intersect(isFirst: boolean): boolean {
    const [best, totals, documents] = [this.#best, this.#total, this.#matchedDocuments];
    const candidates = isFirst ? this.#documents.count : this.#matchedCount;
    let left = 0;
    for (let at = 0; at < candidates; at++) {
      const doc = isFirst ? at : (documents[at] ?? 0);
      const score = best[doc] ?? 0;
      if (score === 0) continue;
      totals[doc] = (isFirst ? 0 : (totals[doc] ?? 0)) + (score & 0x7f) + ((score >> 7) << 16);
      documents[left++] = doc;
    }
    this.#matchedCount = left;
    return left > 0;
  }

  /** Returns the documents that match all units, with their average score a unit. */
  #averageScores(units: number, words: readonly QueryWord[]): Matches {
    const documents = this.#documents;
    const name = hashName(toTokens(words.filter((word) => word.kind !== 'size')));
    const rows = new Uint32Array(this.#matchedCount);
    const scores = new Uint8Array(this.#matchedCount);
    let count = 0;
    for (let at = 0; at < this.#matchedCount; at++) {
      const doc = this.#matchedDocuments[at] ?? 0;
      const row = documents.rowOf[doc] ?? -1;
      if (row < 0) continue;
      const total = this.#total[doc] ?? 0;
      const sum = (total & 0xffff) + (total >>> 16) * LABEL_BONUS;
      const isNamed = name !== 0 && documents.hasName(doc, name);
      const score = Math.trunc(sum / units);
      rows[count] = row;
      scores[count++] = isNamed ? score + WHOLE_NAME_BONUS : Math.max(1, documents.combined[doc] ? score >> 1 : score);
    }
    return { rows: rows.subarray(0, count), scores: scores.subarray(0, count) };
  }

  /** Lists the rows of all documents with a score in `#best`. */
  #listScoredRows(): Matches {
    const { count, rowOf } = this.#documents;
    const rows: number[] = [];
    const scores: number[] = [];
    for (let doc = 0; doc < count; doc++) {
      const score = this.#best[doc] ?? 0;
      const row = rowOf[doc] ?? -1;
      if (score === 0 || row < 0) continue;
      rows.push(row);
      scores.push(score);
    }
    return { rows: Uint32Array.from(rows), scores: Uint8Array.from(scores) };
  }

  /** Matches all words of a unit, or a synonym of them together. */
  #matchUnit(unit: QueryUnit, leniency: Leniency): void {
    const { synonymPostings, labelPostings } = this.#documents;
    const best = this.#best;
    const [first, ...others] = unit.words;
    // The single words of gula-gula (sweets) do not say what it is.
    const isDoubled = unit.groups.length > 0 && others.length > 0 && others.every(({ text }) => text === first?.text);
    if (first !== undefined && !isDoubled) {
      this.#matchWord(first, leniency, best);
      for (const word of others) this.#matchFurther(word, leniency);
    }
    for (const group of unit.groups) synonymPostings.raise(group, SYNONYM_SCORES, best);
    for (const group of unit.narrowerGroups) synonymPostings.raise(group, NARROWER_SCORES, best);
    for (const group of unit.prefixGroups) synonymPostings.raise(group, SYNONYM_PREFIX_SCORES, best);
    for (const label of unit.labels) labelPostings.raise(label, LABEL_SCORES, best);
  }

  /**
   * Excludes the documents without a further word of the unit, and gives the remaining ones the lower of the scores.
   */
  #matchFurther(word: QueryWord, leniency: Leniency): void {
    const { count } = this.#documents;
    const [best, scores] = [this.#best, this.#word];
    scores.fill(0, 0, count);
    this.#matchWord(word, leniency, scores);
    for (let doc = 0; doc < count; doc++) {
      const one = best[doc] ?? 0;
      if (one === 0) continue;
      const other = scores[doc] ?? 0;
      best[doc] = other === 0 ? 0 : Math.min(one & 0x7f, other & 0x7f) | (one & other & BY_LABEL);
    }
  }

  #matchWord(word: QueryWord, leniency: Leniency, best: Uint8Array): void {
    if (word.kind === 'han') {
      this.#matchHan(word.text, leniency, best);
      return;
    }
    const { vocabulary, terms, labels, labelPostings } = this.#documents;
    let isExact = false;
    for (const form of word.kind === 'word' ? listNumberForms(word.text) : [word.text]) {
      this.#raiseLabels(form, LABEL_SCORES, best);
      for (const label of labels.byJoined.get(form) ?? []) labelPostings.raise(label, LABEL_SCORES, best, BY_LABEL);
      const term = vocabulary.get(form);
      if (term < 0) continue;
      terms.raise(term, EXACT_SCORES, best);
      isExact ||= this.#documents.isUsed(term);
    }
    if (word.kind === 'size') return;
    if (word.isIncomplete || (!isExact && word.text.length >= MIN_PREFIX_LENGTH)) {
      for (const term of vocabulary.withPrefix(word.text)) {
        terms.raise(term, word.isIncomplete ? PREFIX_SCORES : PREFIX_INSIDE_SCORES, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_PREFIX_SCORES, best);
      }
    }
    // bendi is okra and not běndì (local), although no product may have the word.
    if (!isExact && !this.#documents.synonyms.words.has(word.text)) this.#matchSound(word, best);
    for (const correction of leniency.anySpelling ? word.corrections : word.corrections.slice(0, 1)) {
      for (const term of vocabulary.withPrefix(correction)) {
        if (!word.isIncomplete && !listNumberForms(correction).includes(vocabulary.text(term))) continue;
        terms.raise(term, MISSPELLED_SCORES, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_MISSPELLED_SCORES, best);
      }
    }
  }

  #raiseLabels(word: string, scores: Uint8Array, best: Uint8Array): void {
    const { labels, labelPostings } = this.#documents;
    for (const label of labels.byWord.get(word) ?? []) labelPostings.raise(label, scores, best, BY_LABEL);
  }

  /** Matches a Chinese word: every pair of neighbours occurs, or with `scattered` every character. */
  #matchHan(text: string, { scattered }: Leniency, best: Uint8Array): void {
    const { labels, labelPostings } = this.#documents;
    for (const { label, text: name } of labels.chinese) {
      if (isAbout(name, text)) labelPostings.raise(label, LABEL_SCORES, best, BY_LABEL);
    }
    const characters = [...text];
    const pairs = characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
    this.#matchAll(characters.length === 1 ? characters : pairs, EXACT_SCORES, best);
    if (scattered) this.#matchAll([...new Set(characters)], SCATTERED_SCORES, best);
  }

  /** Scores the documents that have all of some terms. */
  #matchAll(texts: readonly string[], scores: Uint8Array, best: Uint8Array): void {
    const { vocabulary, terms, count } = this.#documents;
    const lists = [...new Set(texts)].map((text) => vocabulary.get(text));
    if (lists.some((list) => list < 0)) return;
    // In Chinese the last term is the head noun, so its class counts.
    const last = lists.at(-1);
    if (last === undefined) return;
    if (lists.length === 1) {
      terms.raise(last, scores, best);
      return;
    }
    const counts = this.#counts.fill(0, 0, count);
    for (const [step, list] of lists.entries()) terms.advance(list, step, counts);
    terms.raiseCounted(last, scores, best, counts, lists.length);
  }

  /** Matches a word as pinyin. */
  #matchSound(word: QueryWord, best: Uint8Array): void {
    for (const terms of listPronunciationTerms(this.#documents, word.text, word.isIncomplete))
      this.#matchAll(terms, PRONOUNCED_SCORES, best);
  }
}

/** Characters that negate the following word. */
const NEGATING_CHARACTERS = '无免零低少减';

/** Returns whether a Chinese label is about a word: 无坚果 is not about 坚果. */
function isAbout(label: string, word: string): boolean {
  const at = label.indexOf(word);
  return at === 0 || (at > 0 && !NEGATING_CHARACTERS.includes(label[at - 1] ?? ''));
}
