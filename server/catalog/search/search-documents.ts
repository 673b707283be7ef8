/** The inverted index: which products have which terms, labels, synonyms and pronunciations. */

import { SOUND_PREFIX, splitSyllablesAtSpaces } from './chinese/pronunciation.ts';
import {
  extractCoreName,
  IN_NAME,
  IN_OTHER_TEXT,
  IS_KIND,
  IS_ONLY_KIND,
  isPackWord,
  KIND_WEIGHT_IN_CATEGORY,
  Kinds,
} from './kinds.ts';
import { LABEL_KINDS, LabelIndex, type LabelKind, type LabelPart, WEAK_CATEGORY } from './label-index.ts';
import { Postings } from './postings.ts';
import { isStopWord, segmentText, splitWords, stemWord, toTokens, type Word } from './split-words.ts';
import { Synonyms } from './synonyms.ts';
import { Vocabulary } from './vocabulary.ts';

/** The searchable texts of a product, in both languages for every `lang` (docs/ux.md#rule-14). */
export type TextSource = {
  names: readonly string[];
  brand: string | null;
  brand_zh?: string | null;
  /** Names of its own categories, and of their ancestors unless `ancestors` has them. */
  categories: readonly string[];
  ancestors?: readonly string[];
  tags: readonly string[];
  dietary: readonly string[];
  /** Such as "120 g". */
  sizes: readonly string[];
  optionTitles: readonly string[];
  /** Whether it is a bundle or a voucher, which ranks after the goods themselves. */
  isBundleOrVoucher?: boolean;
  /** Pinyin of its Chinese names, syllables separated by spaces (docs/readings.md#36). */
  sounds?: readonly string[];
};

/** Longest Chinese run, in characters, that is also indexed whole, for suggestions. */
const MAX_RUN = 6;
/** Removed documents from which a sweep starts, if they are also a quarter of all. */
const MIN_REMOVED = 2000;

const growArray = <A extends Int32Array | Uint32Array | Uint8Array>(array: A, length: number, fill = 0): A => {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.ceil(length * 1.5) + 64);
  larger.fill(fill, array.length);
  larger.set(array);
  return larger;
};

/** Exact-name hashes per product: two names, each with and without the brand. */
const HASHES_PER_PRODUCT = 4;

type DocumentText = { words: readonly Word[]; tokens: readonly string[]; groups: readonly number[] };

function readText(synonyms: Synonyms, text: string): DocumentText {
  const words = splitWords(text);
  const tokens = toTokens(words);
  return { words, tokens, groups: synonyms.allIn(tokens).flatMap(({ groups }) => groups) };
}

/** Parsed sizes, options and brands to cache. */
const MAX_CACHED_TEXTS = 2000;

/** Tokens and synonym groups of a product's names. */
type NameWords = { tokens: Set<string>; groups: Set<number> };

/** Terms of products that combine several goods; they rank after the goods themselves. */
const COMBINATION_TERMS = ['bundle', 'voucher', 'hamper'];

/** Hashes a set of tokens, independent of their order; 0 for none. A collision costs a rank at most. */
export function hashName(tokens: readonly string[]): number {
  let hash = 0;
  for (const token of tokens) if (!isStopWord(token)) hash = (hash + hashToken(token)) >>> 0;
  return hash;
}

function hashToken(token: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at++) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Documents are numbered in the order of insertion; a changed product becomes a new document. */
export class SearchDocuments {
  readonly synonyms: Synonyms;
  readonly labels: LabelIndex;
  /** Pinyin syllables that occur. */
  readonly syllables = new Set<string>();
  /** Terms of two pinyin syllables, by their initials: `kf` has `kafei`. */
  readonly initials = new Map<string, Set<string>>();
  vocabulary = new Vocabulary();
  terms = new Postings();
  labelPostings = new Postings();
  synonymPostings = new Postings();
  /** By document: its row in the catalogue index, -1 if removed. */
  rowOf: Int32Array = new Int32Array(0);
  /** By document: 1 for a bundle or voucher. */
  combined: Uint8Array = new Uint8Array(0);
  readonly #kinds: Kinds;
  readonly #combinedGroups: ReadonlySet<number>;
  /** By document: `HASHES_PER_PRODUCT` hashes of its names. */
  #names: Uint32Array = new Uint32Array(0);
  /** Number of documents, removed ones included. */
  count = 0;
  /** Highest row number plus one. */
  rows = 0;
  readonly #texts = new Map<string, DocumentText>();
  #docOf: Int32Array = new Int32Array(0);
  #removed = 0;
  /** By term and by group: the last document that has it, plus one, and its class there, the highest so far. */
  #lastDocOfTerm: Uint32Array = new Uint32Array(1024);
  #lastDocOfGroup: Uint32Array;
  #classOfTerm: Uint8Array = new Uint8Array(1024);
  #classOfGroup: Uint8Array;
  /** Terms and groups of the document that is being added. */
  #newTerms: number[] = [];
  #newGroups: number[] = [];

  constructor(synonyms: readonly (readonly string[])[]) {
    this.synonyms = new Synonyms(synonyms);
    this.labels = new LabelIndex(this.synonyms, (word) => this.vocabulary.add(word));
    this.#lastDocOfGroup = new Uint32Array(this.synonyms.size);
    this.#classOfGroup = new Uint8Array(this.synonyms.size);
    this.#kinds = new Kinds(this.synonyms, synonyms, (text) => toTokens(segmentText(text)));
    this.#combinedGroups = new Set(
      COMBINATION_TERMS.flatMap((term) => this.synonyms.findLongest([term], 0)?.groups ?? []),
    );
    for (const word of this.synonyms.words) this.vocabulary.add(word);
  }

  /** Indexes a product, replacing the one at the same row. */
  put(row: number, source: TextSource): void {
    this.remove(row);
    const doc = this.count++;
    this.rows = Math.max(this.rows, row + 1);
    this.rowOf = growArray(this.rowOf, this.count, -1);
    this.#docOf = growArray(this.#docOf, this.rows, -1);
    this.combined = growArray(this.combined, this.count);
    this.rowOf[doc] = row;
    this.#docOf[row] = doc;

    this.combined[doc] = source.isBundleOrVoucher ? 1 : 0;
    const nameWords = this.#addNames(doc, source);
    for (const text of [...source.sizes, ...source.optionTitles]) {
      const { words, groups } = this.#read(text);
      this.#addWords(doc, words, IN_OTHER_TEXT);
      this.#addGroups(doc, groups, IN_OTHER_TEXT);
    }
    for (const sound of source.sounds ?? []) this.#addSound(doc, sound);
    for (const name of [source.brand, source.brand_zh]) if (name) this.#addLabel(doc, 'brand', name, nameWords);
    for (const name of source.categories) this.#addLabel(doc, 'category', name, nameWords);
    for (const name of source.ancestors ?? []) this.#addLabel(doc, 'category', name, nameWords, false);
    for (const name of source.tags) this.#addLabel(doc, 'tag', name, nameWords);
    for (const name of source.dietary) this.#addLabel(doc, 'dietary', name, nameWords);
    this.#append(doc);
  }

  /** Appends the document to the postings of its terms and groups. */
  #append(doc: number): void {
    for (const term of this.#newTerms) this.terms.append(term, doc, this.#classOfTerm[term] ?? 0);
    for (const group of this.#newGroups) this.synonymPostings.append(group, doc, this.#classOfGroup[group] ?? 0);
    this.#newTerms = [];
    this.#newGroups = [];
  }

  /** Parses a text that many products share, once. */
  #read(text: string): DocumentText {
    const cachedText = this.#texts.get(text);
    if (cachedText) return cachedText;
    if (this.#texts.size >= MAX_CACHED_TEXTS) this.#texts.clear();
    const parsed = readText(this.synonyms, text);
    this.#texts.set(text, parsed);
    return parsed;
  }

  /** Indexes names and titles; returns their tokens and synonym groups. */
  #addNames(doc: number, { names, brand }: TextSource): NameWords {
    const nameWords: NameWords = { tokens: new Set(), groups: new Set() };
    const brandTokens = brand === null ? [] : this.#read(brand).tokens;
    const whole: string[] = [];
    let hashAt = doc * HASHES_PER_PRODUCT;
    this.#names = growArray(this.#names, this.count * HASHES_PER_PRODUCT);
    this.#names.fill(0, hashAt, hashAt + HASHES_PER_PRODUCT);
    for (const name of names) {
      // A title usually starts with the name, whose words are indexed already: only the rest is added.
      const start = whole.find((other) => name.startsWith(other) && /^[\s\d]|^$/.test(name.slice(other.length)));
      const text = start === undefined ? readText(this.synonyms, name) : this.#read(name.slice(start.length));
      this.#addWords(doc, text.words, start === undefined ? IN_NAME : IN_OTHER_TEXT, new Set(brandTokens));
      this.#addGroups(doc, text.groups, IN_OTHER_TEXT);
      if (start === undefined) this.#addKinds(doc, name, text.words, brandTokens);
      for (const token of text.tokens) nameWords.tokens.add(token);
      for (const group of text.groups) {
        nameWords.groups.add(group);
        for (const each of this.#kinds.listBroaderGroups(group)) nameWords.groups.add(each.group);
      }
      if (start !== undefined) continue;
      whole.push(name);
      if (whole.length * 2 > HASHES_PER_PRODUCT) continue;
      this.#names[hashAt++] = hashName(text.tokens);
      this.#names[hashAt++] = hashName(text.tokens.filter((token) => !brandTokens.includes(token)));
    }
    return nameWords;
  }

  /** Raises the classes of the terms and groups by which a name says what the product is. */
  #addKinds(doc: number, name: string, words: readonly Word[], brandTokens: readonly string[]): void {
    const core = extractCoreName(name);
    const coreWords = core === name ? words : splitWords(core);
    const latin = coreWords.filter(({ kind }) => kind === 'word').map(({ text }) => text);
    let start = 0;
    while (start < latin.length && brandTokens.includes(stemWord(latin[start] ?? ''))) start++;
    const nameTokens = latin.slice(start);
    const stems = nameTokens.map(stemWord);
    const kinds = this.#kinds.listKinds(stems, false);
    for (const kind of kinds) {
      this.#addKind(doc, kind.groups, kind.level);
      if (kind.level < IS_KIND) continue;
      const { at, level } = this.#kinds.findHeadNoun(stems, kind, 1, false);
      this.#addTerm(doc, nameTokens[at] ?? '', level);
    }
    // A word that no synonym has may be the head noun too: the creamer of "coffee creamer".
    const last = stems.findLastIndex((stem) => !isPackWord(stem));
    if (last >= 0 && !kinds.some(({ start: from, end }) => from <= last && last < end)) {
      this.#addTerm(doc, nameTokens[last] ?? '', IS_ONLY_KIND);
    }
    for (const word of coreWords) if (word.kind === 'han') this.#addHanKinds(doc, word.text);
  }

  #addHanKinds(doc: number, run: string): void {
    const characters = [...run];
    for (const kind of this.#kinds.listKinds(characters, true)) {
      this.#addKind(doc, kind.groups, kind.level);
      if (kind.level < IS_KIND) continue;
      for (const length of [1, 2]) {
        if (length > kind.end - kind.start) continue;
        const { at, level } = this.#kinds.findHeadNoun(characters, kind, length, true);
        this.#addTerm(doc, characters.slice(at, at + length).join(''), level);
      }
    }
  }

  /** Adds the groups of a kind, and their broader groups. */
  #addKind(doc: number, groups: readonly number[], level: number): void {
    this.#addGroups(doc, groups, level);
    if (level < IS_KIND) return;
    for (const group of groups) {
      if (this.#combinedGroups.has(group)) this.combined[doc] = 1;
      for (const { group: broader, isSame } of this.#kinds.listBroaderGroups(group)) {
        this.#addGroups(doc, [broader], isSame ? level : IN_NAME);
      }
    }
  }

  #addTerm(doc: number, text: string, kind: number): void {
    const term = this.vocabulary.add(text);
    this.#lastDocOfTerm = growArray(this.#lastDocOfTerm, term + 1);
    this.#classOfTerm = growArray(this.#classOfTerm, term + 1);
    if (this.#lastDocOfTerm[term] === doc + 1) {
      this.#classOfTerm[term] = Math.max(this.#classOfTerm[term] ?? 0, kind);
      return;
    }
    this.#lastDocOfTerm[term] = doc + 1;
    this.#classOfTerm[term] = kind;
    this.#newTerms.push(term);
  }

  /** Adds words; those in `others`, such as a brand's, count as words of another text. */
  #addWords(doc: number, words: readonly Word[], wordsKind: number, others: ReadonlySet<string> = new Set()): void {
    let joined = '';
    for (const [at, word] of words.entries()) {
      const kind = others.has(word.kind === 'word' ? stemWord(word.text) : '') ? IN_OTHER_TEXT : wordsKind;
      if (word.kind === 'han') {
        this.#addHan(doc, word.text, kind);
        joined = '';
        continue;
      }
      this.#addTerm(doc, word.text, kind);
      const written = word.kind === 'size' ? `${word.digits}${word.unit}` : word.text;
      if (word.kind === 'size') {
        this.#addTerm(doc, word.digits, kind);
        this.#addTerm(doc, written, kind);
      }
      // "gluten-free" and "3-in-1" are also indexed as one word.
      joined = word.joined === '' ? written : joined + written;
      const next = words[at + 1];
      const continues = next !== undefined && next.kind !== 'han' && next.joined !== '';
      if (!continues && joined !== written) this.#addTerm(doc, joined.slice(0, 40), kind);
    }
  }

  /** Indexes every character and every pair of neighbours, so that any part of a Chinese name is found. */
  #addHan(doc: number, run: string, kind: number): void {
    const characters = [...run];
    for (const [at, character] of characters.entries()) {
      this.#addTerm(doc, character, kind);
      const next = characters[at + 1];
      if (next !== undefined) this.#addTerm(doc, character + next, kind);
    }
    if (characters.length > 2 && characters.length <= MAX_RUN) this.#addTerm(doc, run, kind);
  }

  #addGroups(doc: number, groups: readonly number[], kind: number): void {
    for (const group of groups) {
      if (this.#lastDocOfGroup[group] === doc + 1) {
        this.#classOfGroup[group] = Math.max(this.#classOfGroup[group] ?? 0, kind);
        continue;
      }
      this.#lastDocOfGroup[group] = doc + 1;
      this.#classOfGroup[group] = kind;
      this.#newGroups.push(group);
    }
  }

  /** Marks these kinds, and the product's kinds that are narrower, as kinds that its category has too. */
  #addCategoryGroups(doc: number, groups: readonly number[]): void {
    this.#addGroups(doc, groups, KIND_WEIGHT_IN_CATEGORY);
    for (const group of groups) this.#classOfGroup[group] = (this.#classOfGroup[group] ?? 0) | KIND_WEIGHT_IN_CATEGORY;
    for (const group of this.#newGroups) {
      if ((this.#classOfGroup[group] ?? 0) < IS_KIND) continue;
      if (this.#kinds.listBroaderGroups(group).some((each) => groups.includes(each.group)))
        this.#classOfGroup[group] = (this.#classOfGroup[group] ?? 0) | KIND_WEIGHT_IN_CATEGORY;
    }
  }

  #addSound(doc: number, sound: string): void {
    const syllables = splitSyllablesAtSpaces(sound);
    for (const [at, syllable] of syllables.entries()) {
      this.syllables.add(syllable);
      this.#addTerm(doc, SOUND_PREFIX + syllable, IN_OTHER_TEXT);
      const next = syllables[at + 1];
      if (next === undefined) continue;
      const pair = SOUND_PREFIX + syllable + next;
      this.#addTerm(doc, pair, IN_OTHER_TEXT);
      const key = `${syllable[0] ?? ''}${next[0] ?? ''}`;
      const pairs = this.initials.get(key);
      if (pairs === undefined) this.initials.set(key, new Set([pair]));
      else pairs.add(pair);
    }
  }

  #addLabel(doc: number, kind: LabelKind, name: string, names: NameWords, isOwn = true): void {
    const indexedLabel = this.labels.indexLabel(kind, name);
    const isNamed = ({ stems, han, groups }: LabelPart): boolean =>
      groups.some((group) => names.groups.has(group)) ||
      (stems.length > 0 && stems.every((stem) => names.tokens.has(stem))) ||
      (han !== '' && [...han].every((character) => names.tokens.has(character)));
    // Of "Eggs & tofu" only the part that the product's name mentions; both parts if it mentions neither. Parts of an
    // ancestor count only if mentioned: honey is not bread, although it is below "Bakery & breakfast".
    const nameParts = indexedLabel.parts.length > 1 ? indexedLabel.parts.filter(isNamed) : indexedLabel.parts;
    const isKind = kind === 'category' && nameParts.length > 0 && (isOwn || indexedLabel.parts.length > 1);
    const strength = kind === 'category' && !isKind ? WEAK_CATEGORY : LABEL_KINDS[kind];
    const addGroups = (groups: readonly number[]) =>
      isKind ? this.#addCategoryGroups(doc, groups) : this.#addGroups(doc, groups, IN_OTHER_TEXT);
    this.labelPostings.append(indexedLabel.label, doc, strength);
    addGroups(indexedLabel.groups);
    for (const part of nameParts.length > 0 || !isOwn ? nameParts : indexedLabel.parts) {
      if (part.label !== indexedLabel.label) this.labelPostings.append(part.label, doc, strength);
      addGroups(part.groups);
    }
  }

  /** Removes the product at a row. */
  remove(row: number): void {
    const doc = this.#docOf[row] ?? -1;
    if (doc < 0) return;
    this.#docOf[row] = -1;
    this.rowOf[doc] = -1;
    this.#removed += 1;
    if (this.#removed > MIN_REMOVED && this.#removed * 4 > this.count) this.#sweep();
  }

  /** Renumbers the documents without the removed ones, and drops terms that only those had. */
  #sweep(): void {
    const renumbered = new Int32Array(this.count).fill(-1);
    const rowOf = new Int32Array(this.count - this.#removed);
    let count = 0;
    for (let doc = 0; doc < this.count; doc++) {
      const row = this.rowOf[doc] ?? -1;
      if (row < 0) continue;
      this.#names.copyWithin(count * HASHES_PER_PRODUCT, doc * HASHES_PER_PRODUCT, (doc + 1) * HASHES_PER_PRODUCT);
      this.#docOf[row] = count;
      this.combined[count] = this.combined[doc] ?? 0;
      rowOf[count] = row;
      renumbered[doc] = count++;
    }
    const vocabulary = new Vocabulary();
    const terms = new Postings();
    for (let term = 0; term < this.vocabulary.size; term++) {
      if (!this.terms.hasDocuments(term, this.rowOf)) continue;
      this.terms.moveTo(term, terms, vocabulary.add(this.vocabulary.text(term)), renumbered);
    }
    for (const word of [...this.synonyms.words, ...this.labels.byWord.keys(), ...this.labels.byJoined.keys()])
      vocabulary.add(word);
    const labelPostings = new Postings();
    for (let label = 0; label < this.labels.count; label++)
      this.labelPostings.moveTo(label, labelPostings, label, renumbered);
    const synonymPostings = new Postings();
    for (let group = 0; group < this.synonyms.size; group++)
      this.synonymPostings.moveTo(group, synonymPostings, group, renumbered);
    Object.assign(this, { vocabulary, terms, labelPostings, synonymPostings, rowOf, count });
    this.#names.fill(0, count * HASHES_PER_PRODUCT);
    this.#lastDocOfTerm = new Uint32Array(vocabulary.size);
    this.#classOfTerm = new Uint8Array(vocabulary.size);
    this.#lastDocOfGroup.fill(0);
    this.#removed = 0;
  }

  /** Returns whether a product has the term, or a label with it. */
  isUsed(term: number): boolean {
    return term >= 0 && (this.terms.hasDocuments(term, this.rowOf) || this.hasLabel(this.vocabulary.text(term)));
  }

  /** Returns whether a term is used, or is part of a synonym. */
  isKnown(term: number): boolean {
    return this.isUsed(term) || (term >= 0 && this.synonyms.words.has(this.vocabulary.text(term)));
  }

  /** Returns whether a document has exactly this name (`hashName`), in any word order, with or without the brand. */
  hasName(doc: number, hash: number): boolean {
    for (let at = doc * HASHES_PER_PRODUCT; at < (doc + 1) * HASHES_PER_PRODUCT; at++)
      if (this.#names[at] === hash) return true;
    return false;
  }

  /** Returns whether any product carries a label with this word. */
  hasLabel(word: string): boolean {
    const { byWord, byJoined } = this.labels;
    const labels = [...(byWord.get(word) ?? []), ...(byJoined.get(word) ?? [])];
    return labels.some((label) => this.labelPostings.hasDocuments(label, this.rowOf));
  }

  /** Returns whether a product is of the brand with these words. */
  hasBrand(words: readonly string[]): boolean {
    return (this.labels.byKey.get(toTokens(words.map((text) => ({ kind: 'word', text }))).join(' ')) ?? []).some(
      (label) => this.labelPostings.hasDocuments(label, this.rowOf),
    );
  }

  /** Estimates its memory in bytes, without the few labels. */
  get bytes(): number {
    const arrays = [this.rowOf, this.#docOf, this.#lastDocOfTerm, this.#classOfTerm, this.combined, this.#names];
    const lists = [this.terms, this.labelPostings, this.synonymPostings, this.vocabulary];
    return [...arrays.map((array) => array.byteLength), ...lists.map((list) => list.bytes)].reduce((a, b) => a + b);
  }
}
