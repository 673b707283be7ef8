/**
 * The words of the catalogue, kept in memory: which products a shopper's words name, and how well. It knows nothing of
 * prices and stock; whoever owns the rows gives each product a slot and asks by slot.
 */
import { chineseWords, isHan, runsOf } from '../search-words.ts';

/** What can be found of a product: every text in both languages, whatever `lang` is (ux.md 14). */
export type TextSource = {
  /** All its names and titles. */
  names: readonly string[];
  brand: string | null;
  /** Names of its categories and of their ancestors. */
  categories: readonly string[];
  tags: readonly string[];
  dietary: readonly string[];
  /** "120 g", "12s". */
  sizes: readonly string[];
  optionTitles: readonly string[];
  /** How its Chinese names sound, syllables parted by spaces, as its listing row was written with them (readings 36). */
  sounds?: readonly string[];
};

/** What was found. */
export type Found = {
  /** Slots that have every word, ascending. */
  slots: Uint32Array;
  /** How well each matches, higher is better. */
  scores: Uint8Array;
  /** The spelling that was searched for instead, where nothing is spelled as asked. */
  corrected: string | null;
};

const EXACT = 100;
const PREFIX = 80;

/** Finds products by their words. */
export class TextIndex {
  readonly #words = new Map<string, Set<number>>();
  readonly #synonyms: readonly (readonly string[])[];

  /** `synonyms`: groups of terms that mean the same, in any language. */
  constructor(synonyms: readonly (readonly string[])[]) {
    this.#synonyms = synonyms;
  }

  /** Adds a product, or replaces what stood at its slot. */
  put(slot: number, source: TextSource): void {
    this.remove(slot);
    const texts = [source.names, source.brand ?? '', source.categories, source.tags, source.dietary, source.sizes];
    for (const text of [...texts, source.optionTitles, source.sounds ?? []].flat()) {
      for (const run of runsOf(text)) {
        for (const word of isHan(run) ? [...run, ...chineseWords(run)] : [run]) {
          const slots = this.#words.get(word);
          if (slots) slots.add(slot);
          else this.#words.set(word, new Set([slot]));
        }
      }
    }
  }

  /** Forgets the product at a slot. */
  remove(slot: number): void {
    for (const slots of this.#words.values()) slots.delete(slot);
  }

  #score(query: string): Map<number, number> {
    const words = runsOf(query.slice(0, 200)).flatMap((run) => (isHan(run) ? chineseWords(run) : [run]));
    let found: Map<number, number> | null = null;
    for (const [at, word] of words.slice(0, 12).entries()) {
      const now = new Map<number, number>();
      for (const [term, slots] of this.#words) {
        const score = term === word ? EXACT : at === words.length - 1 && term.startsWith(word) ? PREFIX : 0;
        if (score === 0) continue;
        for (const slot of slots) if (found === null || found.has(slot)) now.set(slot, score);
      }
      found = now;
    }
    return found ?? new Map();
  }

  /** Which products have every word of `keyword`. */
  find(keyword: string): Found {
    const found = this.#score(keyword);
    for (const group of this.#synonyms.filter((terms) => terms.includes(keyword.trim().toLowerCase()))) {
      for (const [slot, score] of group.flatMap((term) => [...this.#score(term)])) found.set(slot, score);
    }
    const slots = Uint32Array.from(found.keys()).sort();
    return { slots, scores: Uint8Array.from(slots, (slot) => found.get(slot) ?? 0), corrected: null };
  }

  /** Terms of the shop that begin as `typed` does, the most frequent first. */
  complete(typed: string, limit: number): string[] {
    const start = typed.trim().toLowerCase();
    if (start === '') return [];
    return [...this.#words]
      .filter(([word, slots]) => slots.size > 0 && word.startsWith(start))
      .toSorted(([, a], [, b]) => b.size - a.size)
      .slice(0, limit)
      .map(([word]) => word);
  }

  /** Memory it takes, roughly. */
  get bytes(): number {
    let bytes = 0;
    for (const slots of this.#words.values()) bytes += 100 + slots.size * 24;
    return bytes;
  }
}
