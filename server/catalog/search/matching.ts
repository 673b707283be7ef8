/** How well documents match what is asked for: one pass over the lists of each word, a byte a document. */

import { type Documents, markOf } from './documents.ts';
import { soundTerms } from './pronunciation.ts';
import type { Asked, AskedWord, Unit } from './search-query.ts';
import { atomsOf, formsOf } from './words.ts';

/** Scores of terms and meanings: of another text, of the name. */
const EXACT = Uint8Array.of(85, 100);
const BEGUN = Uint8Array.of(70, 80);
/** Of words that are followed by others. */
const BEGUN_INSIDE = Uint8Array.of(45, 50);
const MEANT = Uint8Array.of(58, 66);
const MEANT_BEGUN = Uint8Array.of(46, 52);
const SOUNDS = Uint8Array.of(34, 34);
const MISSPELLED = Uint8Array.of(18, 24);
/** Characters that all occur, but not together. */
const SCATTERED = Uint8Array.of(14, 16);

/** Scores of labels: brand, category, tag, dietary. */
const LABEL = Uint8Array.of(60, 54, 48, 48);
const LABEL_BEGUN = Uint8Array.of(44, 42, 38, 38);
const LABEL_MISSPELLED = Uint8Array.of(12, 12, 10, 10);

/** Marks a document whose label says the word too: fresh milk in the aisle "Milk" stands before chocolate with milk. */
const BY_LABEL = 0x80;
const LABEL_BONUS = 10;
const WHOLE_NAME_BONUS = 40;
/** Letters from which a word that others follow may be a beginning. */
const BEGINNING_INSIDE = 3;

/** How freely a word may be read. */
export type Freedom = {
  /** Every near spelling, and not the likeliest alone. */
  anySpelling: boolean;
  /** Chinese characters in any order. */
  scattered: boolean;
};

const STRICT: Freedom = { anySpelling: false, scattered: false };

/** Matches documents; keeps its memory between queries, which never overlap. */
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

  /** Rows that have every unit, ascending, and how well they match. */
  match({ units, words }: Asked, freedom: Freedom = STRICT): { rows: Uint32Array; scores: Uint8Array } {
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
      this.#matchUnit(unit, freedom);
      if (!this.#take(at === 0)) return this.#nothing();
    }
    return units.length === 0 ? this.#nothing() : this.#collect(units.length, words);
  }

  #nothing() {
    return { rows: new Uint32Array(0), scores: new Uint8Array(0) };
  }

  /**
   * Keeps the documents that have this unit as all before it; scores in the lower half, words of labels in the upper.
   * Tells whether there are any.
   */
  #take(isFirst: boolean): boolean {
    let kept = 0;
    const best = this.#best;
    const total = this.#total;
    for (let doc = 0; doc < this.#documents.count; doc++) {
      const found = best[doc] ?? 0;
      const known = total[doc] ?? 0;
      total[doc] =
        found === 0 || (!isFirst && known === 0) ? 0 : (isFirst ? 0 : known) + (found & 0x7f) + ((found >> 7) << 16);
      kept |= total[doc] ?? 0;
    }
    return kept !== 0;
  }

  #collect(units: number, words: readonly AskedWord[]) {
    const { count, rowOf, rows: size } = this.#documents;
    const mark = markOf(atomsOf(words.filter((word) => word.kind !== 'size')));
    const byRow = this.#byRow.fill(0, 0, size);
    let found = 0;
    for (let doc = 0; doc < count; doc++) {
      const total = this.#total[doc] ?? 0;
      const row = rowOf[doc] ?? -1;
      if (total === 0 || row < 0) continue;
      const sum = total & 0xffff;
      const isWhole = mark !== 0 && this.#documents.isCalled(doc, mark);
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

  /** All words of a unit, or what means the same as they do together. */
  #matchUnit(unit: Unit, freedom: Freedom): void {
    const { meant, labelled, count } = this.#documents;
    const best = this.#best;
    for (const [at, word] of unit.words.entries()) {
      if (at === 0) {
        this.#matchWord(word, freedom, best);
        continue;
      }
      this.#word.fill(0, 0, count);
      this.#matchWord(word, freedom, this.#word);
      for (let doc = 0; doc < count; doc++) {
        const [one, other] = [best[doc] ?? 0, this.#word[doc] ?? 0];
        best[doc] = one === 0 || other === 0 ? 0 : Math.min(one & 0x7f, other & 0x7f) | (one & other & BY_LABEL);
      }
    }
    for (const group of unit.groups) meant.raise(group, MEANT, best);
    for (const group of unit.begun) meant.raise(group, MEANT_BEGUN, best);
    for (const label of unit.labels) labelled.raise(label, LABEL, best);
  }

  #matchWord(word: AskedWord, freedom: Freedom, best: Uint8Array): void {
    if (word.kind === 'han') {
      this.#matchHan(word.text, freedom, best);
      return;
    }
    const { vocabulary, terms, labels, labelled } = this.#documents;
    let isExact = false;
    for (const form of word.kind === 'word' ? formsOf(word.text) : [word.text]) {
      this.#raiseLabels(form, LABEL, best);
      for (const label of labels.byJoined.get(form) ?? []) labelled.raise(label, LABEL, best, BY_LABEL);
      const term = vocabulary.get(form);
      if (term < 0) continue;
      terms.raise(term, EXACT, best);
      isExact ||= this.#documents.isSaid(term);
    }
    if (word.kind === 'size') return;
    if (word.isOpen || (!isExact && word.text.length >= BEGINNING_INSIDE)) {
      for (const term of vocabulary.beginningWith(word.text)) {
        terms.raise(term, word.isOpen ? BEGUN : BEGUN_INSIDE, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_BEGUN, best);
      }
    }
    if (!isExact) this.#matchSound(word, best);
    for (const near of freedom.anySpelling ? word.near : word.near.slice(0, 1)) {
      for (const term of vocabulary.beginningWith(near)) {
        if (!word.isOpen && !formsOf(near).includes(vocabulary.text(term))) continue;
        terms.raise(term, MISSPELLED, best);
        this.#raiseLabels(vocabulary.text(term), LABEL_MISSPELLED, best);
      }
    }
  }

  #raiseLabels(word: string, scores: Uint8Array, best: Uint8Array): void {
    const { labels, labelled } = this.#documents;
    for (const label of labels.byWord.get(word) ?? []) labelled.raise(label, scores, best, BY_LABEL);
  }

  /** A word of Chinese: every two neighbours of it stand in the product, or its characters where that is allowed. */
  #matchHan(text: string, { scattered }: Freedom, best: Uint8Array): void {
    const { labels, labelled } = this.#documents;
    for (const { label, text: name } of labels.chinese) {
      if (says(name, text)) labelled.raise(label, LABEL, best, BY_LABEL);
    }
    const signs = [...text];
    const pairs = signs.slice(1).map((sign, at) => `${signs[at] ?? ''}${sign}`);
    this.#matchAll(signs.length === 1 ? signs : pairs, EXACT, best);
    if (scattered) this.#matchAll([...new Set(signs)], SCATTERED, best);
  }

  /** Raises the documents that have all of some terms. */
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

  /** A word as the sound of Chinese. */
  #matchSound(word: AskedWord, best: Uint8Array): void {
    for (const terms of soundTerms(this.#documents, word.text, word.isOpen)) this.#matchAll(terms, SOUNDS, best);
  }
}

/** Characters that turn what follows into its opposite. */
const DENYING = '无免零低少减';

/** Whether a Chinese label is about a word: 无坚果 is not about 坚果. */
function says(label: string, word: string): boolean {
  const at = label.indexOf(word);
  return at === 0 || (at > 0 && !DENYING.includes(label[at - 1] ?? ''));
}
