/**
 * What products are sorted by: brands, aisles, tags, dietary needs. Thousands of products share one, so its words are
 * kept once and lead to the label, and the label leads to its products.
 */
import type { Meanings } from './synonyms.ts';
import { atomsOf, isStopWord, type Piece, piecesOf } from './words.ts';

/** Classes of labels, as postings keep them. */
export const LABEL_KINDS = { brand: 0, category: 1, tag: 2, dietary: 3 } as const;
export type LabelKind = keyof typeof LABEL_KINDS;

/** A label, or one half of a double one: the words that lead to it. */
export type LabelPart = {
  label: number;
  /** Stems of its Latin words. */
  stems: readonly string[];
  /** Its Chinese characters. */
  han: string;
  groups: readonly number[];
};

/** A label as products carry it. "Eggs & tofu" is two in one: an egg there is no tofu. */
export type LabelPlan = { label: number; parts: readonly LabelPart[]; groups: readonly number[] };

const BETWEEN_LATIN = /\s*(?:[&+,/]|\band\b|\bdan\b)\s*/i;
const BETWEEN_CHINESE = /[与和、&/]/;

/** The words that texts are compared by, whatever stands between them. */
export const keyOf = (pieces: readonly { kind: string; text: string }[]): string =>
  atomsOf(pieces.filter((piece) => !isStopWord(piece.text))).join(' ');

/** The labels of the shop. */
export class Labels {
  readonly #meanings: Meanings;
  readonly #plans: Record<LabelKind, Map<string, LabelPlan>> = {
    brand: new Map(),
    category: new Map(),
    tag: new Map(),
    dietary: new Map(),
  };
  readonly #texts: string[] = [];
  /** Latin words → labels that have them. */
  readonly byWord = new Map<string, number[]>();
  /** Names with hyphens written as one word → their labels. They are no words to begin: "dairy" is not "dairyfree". */
  readonly byJoined = new Map<string, number[]>();
  /** Labels by all their words. */
  readonly byKey = new Map<string, number[]>();
  /** Chinese texts of labels and of parts. */
  readonly chinese: { label: number; text: string }[] = [];
  /** Labels as they are written, for suggestions. */
  readonly written: { label: number; text: string }[] = [];

  readonly #onWord: (word: string) => void;

  /** `onWord` is told every word that leads to a label. */
  constructor(meanings: Meanings, onWord: (word: string) => void) {
    this.#meanings = meanings;
    this.#onWord = onWord;
  }

  /** Labels and parts so far. */
  get count(): number {
    return this.#texts.length;
  }

  /** How a label or a part of one is called. */
  text(label: number): string {
    return this.#texts[label] ?? '';
  }

  /** What a label's name stands for; the same name of the same kind is the same label. */
  planOf(kind: LabelKind, name: string): LabelPlan {
    const known = this.#plans[kind].get(name);
    if (known) return known;
    const pieces = piecesOf(name);
    const label = this.#texts.push(name) - 1;
    this.written.push({ label, text: name });
    push(this.byKey, keyOf(pieces), label);
    const names = kind === 'category' ? this.#partsOf(name, pieces) : [];
    const atoms = atomsOf(pieces);
    const whole = this.#meanings.longestAt(atoms, 0);
    const plan = {
      label,
      groups: whole?.length === atoms.length ? whole.groups : [],
      parts:
        names.length > 1
          ? names.map((part) => this.#link(this.#texts.push(part) - 1, piecesOf(part), kind))
          : [this.#link(label, pieces, kind)],
    };
    this.#plans[kind].set(name, plan);
    return plan;
  }

  /** The things that an aisle's name lists: 鸡蛋豆腐 has nothing between its two, so that terms tell where it parts. */
  #partsOf(name: string, pieces: readonly Piece[]): string[] {
    const isChinese = pieces.some((piece) => piece.kind === 'han');
    const parts = name.split(isChinese ? BETWEEN_CHINESE : BETWEEN_LATIN).filter((part) => part.trim() !== '');
    return isChinese ? parts.flatMap((part) => this.#termsOf(part)) : parts;
  }

  /** The terms that a Chinese text is made of, if of nothing else. */
  #termsOf(text: string): string[] {
    const atoms = atomsOf(piecesOf(text));
    const terms: string[] = [];
    for (let at = 0; at < atoms.length; ) {
      const meant = this.#meanings.longestAt(atoms, at);
      if (meant === null) return [text];
      terms.push(atoms.slice(at, at + meant.length).join(''));
      at += meant.length;
    }
    return terms;
  }

  #addWord(word: string, label: number, words = this.byWord): void {
    push(words, word, label);
    this.#onWord(word);
  }

  #link(label: number, pieces: readonly Piece[], kind: LabelKind): LabelPart {
    const latin = pieces.filter((piece) => piece.kind !== 'han' && !isStopWord(piece.text));
    // "Nut-free" is not about nuts, nor "Low sugar" about sugar: such are found as a whole.
    const isWhole = kind === 'dietary' && latin.length > 1;
    if (!isWhole) for (const { text } of latin) this.#addWord(text, label);
    if (latin.some((piece) => piece.joined === '-'))
      this.#addWord(latin.map((piece) => piece.text).join(''), label, this.byJoined);
    const chinese = pieces.filter((piece) => piece.kind === 'han').map((piece) => piece.text);
    for (const text of chinese) this.chinese.push({ label, text });
    const groups = this.#meanings.allIn(atomsOf(pieces)).flatMap((meant) => meant.groups);
    return { label, stems: atomsOf(latin), han: chinese.join(''), groups };
  }
}

function push(map: Map<string, number[]>, key: string, label: number): void {
  const labels = map.get(key);
  if (!labels) map.set(key, [label]);
  else if (!labels.includes(label)) labels.push(label);
}
