/**
 * The words of labels: brands, categories, tags, dietary needs. Thousands of products share a label, so words lead to
 * labels, and labels to products.
 */

import { isStopWord, type Segment, segmentText, toTokens } from './split-words.ts';
import type { Synonyms } from './synonyms.ts';

/** Kinds of labels, as postings store them. */
export const LABEL_KINDS = { brand: 0, category: 1, tag: 2, dietary: 3 } as const;
/**
 * A category that does not say what the product is: an ancestor, or a name of several things of which the product's
 * name mentions none.
 */
export const WEAK_CATEGORY = 4;
export type LabelKind = keyof typeof LABEL_KINDS;

/** A label, or one part of a label that names several things ("Eggs & tofu"). */
export type LabelPart = {
  label: number;
  stems: readonly string[];
  han: string;
  groups: readonly number[];
};

/** An indexed label with its parts: an egg in "Eggs & tofu" is not tofu. */
export type IndexedLabel = { label: number; parts: readonly LabelPart[]; groups: readonly number[] };

const BETWEEN_LATIN = /\s*(?:[&+,/]|\band\b|\bdan\b)\s*/i;
const BETWEEN_CHINESE = /[与和、&/]/;

/** Returns the comparison key of a text: its tokens without stop words. */
export const toLabelKey = (segments: readonly { kind: string; text: string }[]): string =>
  toTokens(segments.filter((segment) => !isStopWord(segment.text))).join(' ');

export class LabelIndex {
  readonly #synonyms: Synonyms;
  readonly #indexedLabels: Record<LabelKind, Map<string, IndexedLabel>> = {
    brand: new Map(),
    category: new Map(),
    tag: new Map(),
    dietary: new Map(),
  };
  readonly #texts: string[] = [];
  readonly byWord = new Map<string, number[]>();
  /** Hyphenated names written as one word. Exact matches only: "dairy" does not find "dairyfree". */
  readonly byJoined = new Map<string, number[]>();
  /** By `toLabelKey` of the whole name. */
  readonly byKey = new Map<string, number[]>();
  readonly chinese: { label: number; text: string }[] = [];
  /** Names as written, for suggestions. */
  readonly names: { label: number; text: string }[] = [];

  readonly #onWord: (word: string) => void;

  /** `onWord` receives every word that leads to a label. */
  constructor(synonyms: Synonyms, onWord: (word: string) => void) {
    this.#synonyms = synonyms;
    this.#onWord = onWord;
  }

  get count(): number {
    return this.#texts.length;
  }

  text(label: number): string {
    return this.#texts[label] ?? '';
  }

  /** Returns the indexed label of a name, adding it first if it is new. */
  indexLabel(kind: LabelKind, name: string): IndexedLabel {
    const cachedLabel = this.#indexedLabels[kind].get(name);
    if (cachedLabel) return cachedLabel;
    const segments = segmentText(name);
    const label = this.#texts.push(name) - 1;
    this.names.push({ label, text: name });
    pushLabel(this.byKey, toLabelKey(segments), label);
    const names = kind === 'category' ? this.#splitName(name, segments) : [];
    const tokens = toTokens(segments);
    const whole = this.#synonyms.findLongest(tokens, 0);
    const indexedLabel = {
      label,
      groups: whole?.length === tokens.length ? whole.groups : [],
      parts:
        names.length > 1
          ? names.map((part) => this.#link(this.#texts.push(part) - 1, segmentText(part), kind))
          : [this.#link(label, segments, kind)],
    };
    this.#indexedLabels[kind].set(name, indexedLabel);
    return indexedLabel;
  }

  /**
   * Splits a category name into the things that it lists. 鸡蛋豆腐 has no separator, so known terms decide where to split.
   */
  #splitName(name: string, segments: readonly Segment[]): string[] {
    const isChinese = segments.some((segment) => segment.kind === 'han');
    const parts = name.split(isChinese ? BETWEEN_CHINESE : BETWEEN_LATIN).filter((part) => part.trim() !== '');
    return isChinese ? parts.flatMap((part) => this.#splitTerms(part)) : parts;
  }

  /** Splits a Chinese text into known terms; returns it whole if it contains anything else. */
  #splitTerms(text: string): string[] {
    const tokens = toTokens(segmentText(text));
    const terms: string[] = [];
    for (let at = 0; at < tokens.length; ) {
      const match = this.#synonyms.findLongest(tokens, at);
      if (match === null) return [text];
      terms.push(tokens.slice(at, at + match.length).join(''));
      at += match.length;
    }
    return terms;
  }

  #addWord(word: string, label: number, words = this.byWord): void {
    pushLabel(words, word, label);
    this.#onWord(word);
  }

  #link(label: number, segments: readonly Segment[], kind: LabelKind): LabelPart {
    const latin = segments.filter((segment) => segment.kind !== 'han' && !isStopWord(segment.text));
    // "Nut-free" is not about nuts and "Low sugar" is not about sugar: such labels are found by the whole name only.
    const isWhole = kind === 'dietary' && latin.length > 1;
    if (!isWhole) for (const { text } of latin) this.#addWord(text, label);
    if (latin.some((segment) => segment.joined === '-'))
      this.#addWord(latin.map((segment) => segment.text).join(''), label, this.byJoined);
    const chinese = segments.filter((segment) => segment.kind === 'han').map((segment) => segment.text);
    for (const text of chinese) this.chinese.push({ label, text });
    const groups = this.#synonyms.allIn(toTokens(segments)).flatMap((match) => match.groups);
    return { label, stems: toTokens(latin), han: chinese.join(''), groups };
  }
}

function pushLabel(map: Map<string, number[]>, key: string, label: number): void {
  const labels = map.get(key);
  if (!labels) map.set(key, [label]);
  else if (!labels.includes(label)) labels.push(label);
}
