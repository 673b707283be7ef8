/** The products' words, taken apart and kept so that they are found again: terms, labels, meanings and sounds. */
import { LABEL_KINDS, type LabelKind, type LabelPart, Labels } from './labels.ts';
import { Postings } from './postings.ts';
import { SOUND, syllablesIn } from './pronunciation.ts';
import { Meanings } from './synonyms.ts';
import { Vocabulary } from './vocabulary.ts';
import { atomsOf, isStopWord, type Word, wordsOf } from './words.ts';

/** What can be found of a product: every text in both languages, whatever `lang` is (ux.md 14). */
export type TextSource = {
  /** All its names and titles. */
  names: readonly string[];
  brand: string | null;
  /** Names of its categories, and of their ancestors unless these stand apart. */
  categories: readonly string[];
  /** Names of what its categories stand in. */
  ancestors?: readonly string[];
  tags: readonly string[];
  dietary: readonly string[];
  /** "120 g", "12s". */
  sizes: readonly string[];
  optionTitles: readonly string[];
  /** How its Chinese names sound, syllables parted by spaces, as its listing row was written with them (readings 36). */
  sounds?: readonly string[];
};

/** Classes of terms and of meanings, as postings keep them: said by another text of the product, or by its name. */
export const IN_OTHER_TEXT = 0;
export const IN_NAME = 1;

/** Characters of a Chinese run that is kept whole, to be suggested. */
const MAX_RUN = 6;
/** Products that are gone are swept out when they are that many, and a quarter of all. */
const FEW_GONE = 2000;

const longer = <A extends Int32Array | Uint32Array | Uint8Array>(array: A, length: number, fill = 0): A => {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => A)(Math.ceil(length * 1.5) + 64);
  larger.fill(fill, array.length);
  larger.set(array);
  return larger;
};

/** Names of a product that are told apart from parts of them: of either script, with and without the brand. */
const NAMES_KEPT = 4;

/** A text, read. */
type Text = { words: readonly Word[]; atoms: readonly string[]; groups: readonly number[] };

function readText(meanings: Meanings, text: string): Text {
  const words = wordsOf(text);
  const atoms = atomsOf(words);
  return { words, atoms, groups: meanings.allIn(atoms).flatMap(({ groups }) => groups) };
}

/** Sizes, options and brands that are remembered as they were read. */
const TEXTS_KEPT = 2000;

/** What a product's names say: their words, and the meanings of these. */
type Named = { atoms: Set<string>; groups: Set<number> };

/** A number for some words, whatever their order; 0 for none. Two names seldom share one, which costs a rank at most. */
export function markOf(atoms: readonly string[]): number {
  let mark = 0;
  for (const atom of atoms) if (!isStopWord(atom)) mark = (mark + markOfAtom(atom)) >>> 0;
  return mark;
}

function markOfAtom(atom: string): number {
  let mark = 0x811c9dc5;
  for (let at = 0; at < atom.length; at++) mark = Math.imul(mark ^ atom.charCodeAt(at), 0x01000193);
  return mark >>> 0;
}

/** Products as documents, numbered as they come; one that is changed becomes a new document. */
export class Documents {
  readonly meanings: Meanings;
  readonly labels: Labels;
  /** Syllables of Chinese that occur. */
  readonly syllables = new Set<string>();
  vocabulary = new Vocabulary();
  terms = new Postings();
  labelled = new Postings();
  meant = new Postings();
  /** The row of each document, -1 where it is gone. */
  rowOf: Int32Array = new Int32Array(0);
  /** Marks of each document's names, so many a document: see `markOf`. */
  #names: Uint32Array = new Uint32Array(0);
  /** Documents so far, those that are gone included. */
  count = 0;
  /** One more than the highest row. */
  rows = 0;
  readonly #texts = new Map<string, Text>();
  #docOf: Int32Array = new Int32Array(0);
  #gone = 0;
  /** The last document that each term and each meaning was noted for, plus one. */
  #notedTerm: Uint32Array = new Uint32Array(1024);
  #notedMeaning: Uint32Array;

  constructor(synonyms: readonly (readonly string[])[]) {
    this.meanings = new Meanings(synonyms);
    this.labels = new Labels(this.meanings, (word) => this.vocabulary.add(word));
    this.#notedMeaning = new Uint32Array(this.meanings.size);
    for (const word of this.meanings.words) this.vocabulary.add(word);
  }

  /** Adds a product, or replaces what stood at its row. */
  put(row: number, source: TextSource): void {
    this.remove(row);
    const doc = this.count++;
    this.rows = Math.max(this.rows, row + 1);
    this.rowOf = longer(this.rowOf, this.count, -1);
    this.#docOf = longer(this.#docOf, this.rows, -1);
    this.rowOf[doc] = row;
    this.#docOf[row] = doc;

    const named = this.#addNames(doc, source);
    for (const text of [...source.sizes, ...source.optionTitles]) {
      const { words, groups } = this.#read(text);
      this.#addWords(doc, words, IN_OTHER_TEXT);
      this.#addGroups(doc, groups, IN_OTHER_TEXT);
    }
    for (const sound of source.sounds ?? []) this.#addSound(doc, sound);
    if (source.brand !== null) this.#addLabel(doc, 'brand', source.brand, named);
    for (const name of source.categories) this.#addLabel(doc, 'category', name, named);
    for (const name of source.ancestors ?? []) this.#addLabel(doc, 'category', name, named, false);
    for (const name of source.tags) this.#addLabel(doc, 'tag', name, named);
    for (const name of source.dietary) this.#addLabel(doc, 'dietary', name, named);
  }

  /** A text that many products share, read once. */
  #read(text: string): Text {
    const known = this.#texts.get(text);
    if (known) return known;
    if (this.#texts.size >= TEXTS_KEPT) this.#texts.clear();
    const read = readText(this.meanings, text);
    this.#texts.set(text, read);
    return read;
  }

  /** Names and titles; returns what they say. */
  #addNames(doc: number, { names, brand }: TextSource): Named {
    const named: Named = { atoms: new Set(), groups: new Set() };
    const ofBrand = brand === null ? [] : this.#read(brand).atoms;
    const whole: string[] = [];
    let marks = doc * NAMES_KEPT;
    this.#names = longer(this.#names, this.count * NAMES_KEPT);
    this.#names.fill(0, marks, marks + NAMES_KEPT);
    for (const name of names) {
      // A title is mostly the name and a size.
      const start = whole.find((other) => name.startsWith(other) && /^[\s\d]|^$/.test(name.slice(other.length)));
      const text = start === undefined ? readText(this.meanings, name) : this.#read(name.slice(start.length));
      this.#addWords(doc, text.words, IN_NAME);
      this.#addGroups(doc, text.groups, IN_NAME);
      for (const atom of text.atoms) named.atoms.add(atom);
      for (const group of text.groups) named.groups.add(group);
      if (start !== undefined) continue;
      whole.push(name);
      if (whole.length * 2 > NAMES_KEPT) continue;
      this.#names[marks++] = markOf(text.atoms);
      this.#names[marks++] = markOf(text.atoms.filter((atom) => !ofBrand.includes(atom)));
    }
    return named;
  }

  #addTerm(doc: number, text: string, kind: number): void {
    const term = this.vocabulary.add(text);
    this.#notedTerm = longer(this.#notedTerm, term + 1);
    if (this.#notedTerm[term] === doc + 1) return;
    this.#notedTerm[term] = doc + 1;
    this.terms.append(term, doc, kind);
  }

  #addWords(doc: number, words: readonly Word[], kind: number): void {
    let joined = '';
    for (const [at, word] of words.entries()) {
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
      // "gluten-free" and "3-in-1" are found as one word too.
      joined = word.joined === '' ? written : joined + written;
      const next = words[at + 1];
      const goesOn = next !== undefined && next.kind !== 'han' && next.joined !== '';
      if (!goesOn && joined !== written) this.#addTerm(doc, joined.slice(0, 40), kind);
    }
  }

  /** Every character and every two neighbours, so that any part of a name is found wherever it would be cut. */
  #addHan(doc: number, run: string, kind: number): void {
    const signs = [...run];
    for (const [at, sign] of signs.entries()) {
      this.#addTerm(doc, sign, kind);
      const next = signs[at + 1];
      if (next !== undefined) this.#addTerm(doc, sign + next, kind);
    }
    if (signs.length > 2 && signs.length <= MAX_RUN) this.#addTerm(doc, run, kind);
  }

  #addGroups(doc: number, groups: readonly number[], kind: number): void {
    for (const group of groups) {
      if (this.#notedMeaning[group] === doc + 1) continue;
      this.#notedMeaning[group] = doc + 1;
      this.meant.append(group, doc, kind);
    }
  }

  #addSound(doc: number, sound: string): void {
    const syllables = syllablesIn(sound);
    for (const [at, syllable] of syllables.entries()) {
      this.syllables.add(syllable);
      this.#addTerm(doc, SOUND + syllable, IN_OTHER_TEXT);
      const next = syllables[at + 1];
      if (next !== undefined) this.#addTerm(doc, SOUND + syllable + next, IN_OTHER_TEXT);
    }
  }

  #addLabel(doc: number, kind: LabelKind, name: string, named: Named, isOwn = true): void {
    const plan = this.labels.planOf(kind, name);
    const isNamed = ({ stems, han, groups }: LabelPart): boolean =>
      groups.some((group) => named.groups.has(group)) ||
      (stems.length > 0 && stems.every((stem) => named.atoms.has(stem))) ||
      (han !== '' && [...han].every((sign) => named.atoms.has(sign)));
    this.labelled.append(plan.label, doc, LABEL_KINDS[kind]);
    this.#addGroups(doc, plan.groups, IN_OTHER_TEXT);
    // Of "Eggs & tofu" only what the product calls itself; both where it says neither. Honey is not bread, though it
    // stands below "Bakery & breakfast".
    const own = plan.parts.length > 1 ? plan.parts.filter(isNamed) : plan.parts;
    for (const part of own.length > 0 || !isOwn ? own : plan.parts) {
      if (part.label !== plan.label) this.labelled.append(part.label, doc, LABEL_KINDS[kind]);
      this.#addGroups(doc, part.groups, IN_OTHER_TEXT);
    }
  }

  /** Forgets the product at a row. */
  remove(row: number): void {
    const doc = this.#docOf[row] ?? -1;
    if (doc < 0) return;
    this.#docOf[row] = -1;
    this.rowOf[doc] = -1;
    this.#gone += 1;
    if (this.#gone > FEW_GONE && this.#gone * 4 > this.count) this.#sweep();
  }

  /** Numbers the documents anew without those that are gone, and forgets the terms that only those had. */
  #sweep(): void {
    const renumbered = new Int32Array(this.count).fill(-1);
    const rowOf = new Int32Array(this.count - this.#gone);
    let count = 0;
    for (let doc = 0; doc < this.count; doc++) {
      const row = this.rowOf[doc] ?? -1;
      if (row < 0) continue;
      this.#names.copyWithin(count * NAMES_KEPT, doc * NAMES_KEPT, (doc + 1) * NAMES_KEPT);
      this.#docOf[row] = count;
      rowOf[count] = row;
      renumbered[doc] = count++;
    }
    const vocabulary = new Vocabulary();
    const terms = new Postings();
    for (let term = 0; term < this.vocabulary.size; term++) {
      if (!this.terms.isAlive(term, this.rowOf)) continue;
      this.terms.moveTo(term, terms, vocabulary.add(this.vocabulary.text(term)), renumbered);
    }
    for (const word of [...this.meanings.words, ...this.labels.byWord.keys(), ...this.labels.byJoined.keys()])
      vocabulary.add(word);
    const labelled = new Postings();
    for (let label = 0; label < this.labels.count; label++) this.labelled.moveTo(label, labelled, label, renumbered);
    const meant = new Postings();
    for (let group = 0; group < this.meanings.size; group++) this.meant.moveTo(group, meant, group, renumbered);
    Object.assign(this, { vocabulary, terms, labelled, meant, rowOf, count });
    this.#names.fill(0, count * NAMES_KEPT);
    this.#notedTerm = new Uint32Array(vocabulary.size);
    this.#notedMeaning.fill(0);
    this.#gone = 0;
  }

  /** Whether a term is said by a product, or leads to a label of one. */
  isSaid(term: number): boolean {
    return term >= 0 && (this.terms.isAlive(term, this.rowOf) || this.hasLabel(this.vocabulary.text(term)));
  }

  /** Whether a term is said, or stands in a term that means something. */
  isKnown(term: number): boolean {
    return this.isSaid(term) || (term >= 0 && this.meanings.words.has(this.vocabulary.text(term)));
  }

  /** Whether a document is called so, in any order of words and with or without its brand. */
  isCalled(doc: number, mark: number): boolean {
    for (let at = doc * NAMES_KEPT; at < (doc + 1) * NAMES_KEPT; at++) if (this.#names[at] === mark) return true;
    return false;
  }

  /** Whether a word is of a label that a product carries. */
  hasLabel(word: string): boolean {
    const { byWord, byJoined } = this.labels;
    const leads = [...(byWord.get(word) ?? []), ...(byJoined.get(word) ?? [])];
    return leads.some((label) => this.labelled.isAlive(label, this.rowOf));
  }

  /** Memory it takes, the labels left out: they are few. */
  get bytes(): number {
    const arrays = [this.rowOf, this.#docOf, this.#notedTerm, this.#names];
    const lists = [this.terms, this.labelled, this.meant, this.vocabulary];
    return [...arrays.map((array) => array.byteLength), ...lists.map((list) => list.bytes)].reduce((a, b) => a + b);
  }
}
