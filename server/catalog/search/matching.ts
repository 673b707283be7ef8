/** Scores documents against a query: one pass over the postings of each word, one byte per document. */

import { type Documents, nameHashOf } from './documents.ts';
import { pronunciationTerms } from './pronunciation.ts';
import type { QueryWord, SearchQuery, Unit } from './search-query.ts';
import { pluralFormsOf, tokensOf } from './words.ts';

/** Scores by where the term occurs: in another text, in the name. */
const EXACT = Uint8Array.of(85, 100);
const PREFIX = Uint8Array.of(70, 80);
/** For words inside the query. */
const PREFIX_INSIDE = Uint8Array.of(45, 50);
const SYNONYM = Uint8Array.of(58, 66);
const SYNONYM_PREFIX = Uint8Array.of(46, 52);
const PRONOUNCED = Uint8Array.of(34, 34);
const MISSPELLED = Uint8Array.of(18, 24);
/** All characters occur, but not together. */
const SCATTERED = Uint8Array.of(14, 16);

/** Scores by kind of label: brand, category, tag, dietary. */
const LABEL = Uint8Array.of(60, 54, 48, 48);
const LABEL_PREFIX = Uint8Array.of(44, 42, 38, 38);
const LABEL_MISSPELLED = Uint8Array.of(12, 12, 10, 10);

/** Flag: a label has the word too. Fresh milk in the category "Milk" ranks before chocolate with milk. */
const BY_LABEL = 0x80;
const LABEL_BONUS = 10;
const WHOLE_NAME_BONUS = 40;
/** Minimum length of a word inside the query to be matched as a prefix. */
const BEGINNING_INSIDE = 3;

/** How loosely a word may match. */
export type Leniency = {
  /** Every correction, not only the likeliest. */
  anySpelling: boolean;
  scattered: boolean;
};

const STRICT: Leniency = { anySpelling: false, scattered: false };

/** Reuses its buffers between queries, which never overlap. */
export class Matcher {
  readonly #documents: Documents;
  #best = new Uint8Array(0);
  #word = new Uint8Array(0);
  #counts = new Uint8Array(0);
  #total = new Uint32Array(0);
  #byRow = new Uint8Array(0);

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Rows that match every unit, ascending, with their scores. */
  match({ units, words }: SearchQuery, leniency: Leniency = STRICT): { rows: Uint32Array; scores: Uint8Array } {
    const { count } = this.#documents;
    if (this.#best.length < count) {
      const length = Math.ceil(count * 1.25);
      this.#best = new Uint8Array(length);
      this.#word = new Uint8Array(length);
      this.#counts = new Uint8Array(length);
      this.#total = new Uint32Array(length);
    }
    if (this.#byRow.length < this.#documents.rows) this.#byRow = new Uint8Array(Math.ceil(this.#documents.rows * 1.25));
    for (const [at, unit] of units.entries()) {
      this.#best.fill(0, 0, count);
      this.#matchUnit(unit, leniency);
      if (!this.#take(at === 0)) return this.#nothing();
    }
    return units.length === 0 ? this.#nothing() : this.#collect(units.length, words);
  }

  #nothing() {
    return { rows: new Uint32Array(0), scores: new Uint8Array(0) };
  }

  /**
   * Keeps the documents that match this unit and all before it. Sums scores in the lower half, label flags in the
   * upper. Returns whether any document is left.
   */
  #take(isFirst: boolean): boolean {
    let found = 0;
    const best = this.#best;
    const total = this.#total;
    for (let doc = 0; doc < this.#documents.count; doc++) {
      const score = best[doc] ?? 0;
      const known = total[doc] ?? 0;
      total[doc] =
        score === 0 || (!isFirst && known === 0) ? 0 : (isFirst ? 0 : known) + (score & 0x7f) + ((score >> 7) << 16);
      found |= total[doc] ?? 0;
    }
    return found !== 0;
  }

  #collect(units: number, words: readonly QueryWord[]) {
    const { count, rowOf, rows: size } = this.#documents;
    const mark = nameHashOf(tokensOf(words.filter((word) => word.kind !== 'size')));
    const byRow = this.#byRow.fill(0, 0, size);
    let found = 0;
    for (let doc = 0; doc < count; doc++) {
      const total = this.#total[doc] ?? 0;
      const row = rowOf[doc] ?? -1;
      if (total === 0 || row < 0) continue;
      const sum = total & 0xffff;
      const isWhole = mark !== 0 && this.#documents.hasName(doc, mark);
      byRow[row] = (sum / units + ((total >>> 16) * LABEL_BONUS) / units + (isWhole ? WHOLE_NAME_BONUS : 0)) | 0 || 1;
      found += 1;
    }
    const rows = new Uint32Array(found);
    const scores = new Uint8Array(found);
    for (let row = 0, at = 0; at < found; row++) {
      const score = byRow[row] ?? 0;
      if (score === 0) continue;
      rows[at] = row;
      scores[at++] = score;
    }
    return { rows, scores };
  }

  /** Matches all words of a unit, or a synonym of them together. */
  #matchUnit(unit: Unit, leniency: Leniency): void {
    const { synonymPostings, labelPostings, count } = this.#documents;
    const best = this.#best;
    for (const [at, word] of unit.words.entries()) {
      if (at === 0) {
        this.#matchWord(word, leniency, best);
        continue;
      }
      this.#word.fill(0, 0, count);
      this.#matchWord(word, leniency, this.#word);
      for (let doc = 0; doc < count; doc++) {
        const [one, other] = [best[doc] ?? 0, this.#word[doc] ?? 0];
        best[doc] = one === 0 || other === 0 ? 0 : Math.min(one & 0x7f, other & 0x7f) | (one & other & BY_LABEL);
      }
    }
    for (const group of unit.groups) synonymPostings.raise(group, SYNONYM, best);
    for (const group of unit.prefixGroups) synonymPostings.raise(group, SYNONYM_PREFIX, best);
    for (const label of unit.labels) labelPostings.raise(label, LABEL, best);
  }

  #matchWord(word: QueryWord, leniency: Leniency, best: Uint8Array): void {
    if (word.kind === 'han') {
      this.#matchHan(word.text, leniency, best);
      return;
    }
    const { vocabulary, terms, labels, labelPostings } = this.#documents;
    let isExact = false;
    for (const form of word.kind === 'word' ? pluralFormsOf(word.text) : [word.text]) {
      this.#raiseLabels(form, LABEL, best);
      for (const label of labels.byJoined.get(form) ?? []) labelPostings.raise(label, LABEL, best, BY_LABEL);
      const term = vocabulary.get(form);
      if (term < 0) continue;
      terms.raise(term, EXACT, best);
      isExact ||= this.#documents.isUsed(term);
    }
    if (word.kind === 'size') return;
    if (word.isIncomplete || (!isExact && word.text.length >= BEGINNING_INSIDE)) {
      for (const term of vocabulary.withPrefix(word.text)) {
        terms.raise(term, word.isIncomplete ? PREFIX : PREFIX_INSIDE, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_PREFIX, best);
      }
    }
    if (!isExact) this.#matchSound(word, best);
    for (const correction of leniency.anySpelling ? word.corrections : word.corrections.slice(0, 1)) {
      for (const term of vocabulary.withPrefix(correction)) {
        if (!word.isIncomplete && !pluralFormsOf(correction).includes(vocabulary.text(term))) continue;
        terms.raise(term, MISSPELLED, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_MISSPELLED, best);
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
      if (mentions(name, text)) labelPostings.raise(label, LABEL, best, BY_LABEL);
    }
    const characters = [...text];
    const pairs = characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
    this.#matchAll(characters.length === 1 ? characters : pairs, EXACT, best);
    if (scattered) this.#matchAll([...new Set(characters)], SCATTERED, best);
  }

  /** Scores the documents that have all of some terms. */
  #matchAll(texts: readonly string[], scores: Uint8Array, best: Uint8Array): void {
    const { vocabulary, terms, count } = this.#documents;
    const lists = [...new Set(texts)].map((text) => vocabulary.get(text));
    if (lists.some((list) => list < 0)) return;
    const [only] = lists;
    if (only === undefined) return;
    if (lists.length === 1) {
      terms.raise(only, scores, best);
      return;
    }
    const counts = this.#counts.fill(0, 0, count);
    for (const [step, list] of lists.entries()) terms.advance(list, step, counts);
    terms.raiseCounted(only, scores, best, counts, lists.length);
  }

  /** Matches a word as pinyin. */
  #matchSound(word: QueryWord, best: Uint8Array): void {
    for (const terms of pronunciationTerms(this.#documents, word.text, word.isIncomplete))
      this.#matchAll(terms, PRONOUNCED, best);
  }
}

/** Characters that negate what follows. */
const NEGATIONS = '无免零低少减';

/** Whether a Chinese label is about a word: 无坚果 is not about 坚果. */
function mentions(label: string, word: string): boolean {
  const at = label.indexOf(word);
  return at === 0 || (at > 0 && !NEGATIONS.includes(label[at - 1] ?? ''));
}
