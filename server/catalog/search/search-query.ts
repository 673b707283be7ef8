/** What a shopper's words ask for: cut, joined, freed of spelling errors, and understood as terms that mean the same. */
import { chineseWords } from './chinese.ts';
import type { Documents } from './documents.ts';
import { keyOf } from './labels.ts';
import { soundTerms } from './pronunciation.ts';
import { termText } from './synonyms.ts';
import { atomsOf, formsOf, isStopWord, type Word, wordsOf } from './words.ts';

/** As many words of a query count. */
const MAX_WORDS = 12;
/** Letters of a query that count. */
const MAX_QUERY = 200;
/** Words of a label's name that are looked for. */
const MAX_LABEL_WORDS = 4;
/** Letters of a part, where two words were written as one. */
const SHORTEST_PART = 3;

/** One word of a query. */
export type AskedWord = {
  kind: Word['kind'];
  text: string;
  /** It is the last, and may go on. */
  isOpen: boolean;
  /** Spellings that may have been meant, the likeliest first; empty where it is spelled right. */
  near: readonly string[];
  /** It was cut or joined otherwise than it was typed. */
  isRespelled: boolean;
};

/** A word, or several that are one term; found by itself, by what means the same, or by the label of that name. */
export type Unit = {
  words: readonly AskedWord[];
  groups: readonly number[];
  /** Meanings of terms that begin with it. */
  begun: readonly number[];
  labels: readonly number[];
};

/** A query, understood. */
export type Asked = { units: Unit[]; words: AskedWord[] };

type Cut = { kind: Word['kind']; text: string };

/** Words that are written as one where the shop knows them as one: `3in1`, `gluten-free`. */
function joinWords(documents: Documents, words: readonly Word[]): Cut[] {
  const cut: Cut[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    let end = at + 1;
    while (isJoined(words[end]) && word.kind !== 'han') end += 1;
    const joined = words.slice(at, end).map(writtenOf).join('');
    const { vocabulary } = documents;
    const isKnown =
      documents.isKnown(vocabulary.get(joined)) ||
      (end === words.length && vocabulary.beginningWith(joined).length > 0);
    if (end > at + 1 && isKnown) cut.push({ kind: 'word', text: joined });
    else cut.push(...words.slice(at, end));
    at = end;
  }
  return cut;
}

const isJoined = (word: Word | undefined): boolean => word !== undefined && word.kind !== 'han' && word.joined !== '';

const writtenOf = (word: Word): string => (word.kind === 'size' ? `${word.digits}${word.unit}` : word.text);

/** A run of Chinese as terms that are known, and the words that the rest is made of. */
function cutHan(documents: Documents, run: string): string[] {
  const signs = [...run];
  const words: string[] = [];
  let rest = '';
  const cutRest = () => {
    if (rest !== '') words.push(...chineseWords(rest));
    rest = '';
  };
  for (let at = 0; at < signs.length; ) {
    const meant = documents.meanings.longestAt(signs, at);
    // Single characters mean too many things inside a word.
    if (meant === null || (meant.length < 2 && signs.length > 1)) {
      rest += signs[at] ?? '';
      at += 1;
      continue;
    }
    cutRest();
    words.push(signs.slice(at, at + meant.length).join(''));
    at += meant.length;
  }
  cutRest();
  return words;
}

function cutQuery(documents: Documents, keyword: string): Cut[] {
  const words = wordsOf(keyword.slice(0, MAX_QUERY)).slice(0, MAX_WORDS * 2);
  const cut = joinWords(documents, words).flatMap((word): Cut[] => {
    return word.kind === 'han' ? cutHan(documents, word.text).map((text) => ({ kind: 'han', text })) : [word];
  });
  // "6 x 250 ml" multiplies.
  const said = cut.filter(({ text }, at) => !(text === 'x' && cut[at + 1]?.kind === 'size'));
  const telling = said.filter(({ text }) => !isStopWord(text));
  return (telling.length > 0 ? telling : said).slice(0, MAX_WORDS);
}

/** Whether a word is found as it is written: as a whole, in the other number, as a beginning, or as a sound of Chinese. */
function isSpelledRight(documents: Documents, text: string, isOpen: boolean): boolean {
  const { vocabulary } = documents;
  if (formsOf(text).some((form) => documents.isKnown(vocabulary.get(form)))) return true;
  if (text.length >= 3 && vocabulary.beginningWith(text).some((term) => documents.isKnown(term))) return true;
  return soundTerms(documents, text, isOpen).some((terms) => terms.every((term) => vocabulary.get(term) >= 0));
}

/** Spellings near a word, the likeliest first: the fewest errors, the same first letter, the most products. */
export function nearWords(documents: Documents, text: string, isOpen: boolean): string[] {
  const { vocabulary, terms, labels, meanings } = documents;
  const accepts = (term: number) => documents.isKnown(term);
  const whole = vocabulary.near(text, accepts);
  const found = whole.length > 0 || !isOpen ? whole : vocabulary.near(text, accepts, true);
  const weight = (word: string, term: number) =>
    (word[0] === text[0] ? 1e9 : 0) +
    terms.count(term) +
    (labels.byWord.get(word) ?? []).reduce((sum, label) => sum + documents.labelled.count(label), 0) +
    (meanings.words.has(word) ? 1 : 0);
  return found
    .map(({ term, errors }) => ({ word: vocabulary.text(term), errors, term }))
    .toSorted((a, b) => a.errors - b.errors || weight(b.word, b.term) - weight(a.word, a.term))
    .slice(0, 5)
    .map(({ word }) => word);
}

/** Two words of the shop that were written as one: "instantnoodles". */
function splitWord(documents: Documents, text: string): [string, string] | null {
  for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at++) {
    const parts: [string, string] = [text.slice(0, at), text.slice(at)];
    if (parts.every((part) => documents.isKnown(documents.vocabulary.get(part)))) return parts;
  }
  return null;
}

function spell(documents: Documents, cut: readonly Cut[]): AskedWord[] {
  const words: AskedWord[] = [];
  for (let at = 0; at < cut.length; at++) {
    const { kind, text } = cut[at] ?? { kind: 'word', text: '' };
    const next = cut[at + 1];
    const isOpen = next === undefined;
    const asked = { kind, text, isOpen, near: [], isRespelled: false };
    if (kind !== 'word' || isSpelledRight(documents, text, isOpen)) {
      words.push(asked);
      continue;
    }
    // "tooth paste" where the shop writes toothpaste.
    if (next?.kind === 'word' && documents.isKnown(documents.vocabulary.get(text + next.text))) {
      words.push({ ...asked, text: text + next.text, isOpen: at + 2 >= cut.length, isRespelled: true });
      at += 1;
      continue;
    }
    const near = nearWords(documents, text, isOpen);
    const parts = near.length > 0 ? null : splitWord(documents, text);
    if (parts === null) words.push({ ...asked, near });
    else
      words.push(
        ...parts.map((part, place) => ({ ...asked, text: part, isOpen: isOpen && place === 1, isRespelled: true })),
      );
  }
  return words;
}

/** Of near spellings those come first that make a term with the word beside: "mee segara" is mee segera, not mee segar. */
function preferTerms(documents: Documents, words: AskedWord[]): AskedWord[] {
  for (const [at, word] of words.entries()) {
    const term = word.near.find((near) => {
      const tried = words.with(at, { ...word, near: [near] });
      return [at - 1, at].some(
        (start) => start >= 0 && groupsAt(documents, tried, start).length > at - start + (start === at ? 1 : 0),
      );
    });
    if (term !== undefined) words[at] = { ...word, near: [term, ...word.near.filter((near) => near !== term)] };
  }
  return words;
}

const spelled = (word: AskedWord): Cut => ({ kind: word.kind, text: word.near[0] ?? word.text });

/** Words put together into terms that are known, the longest first. */
export function unitsOf(documents: Documents, words: readonly AskedWord[]): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < words.length; ) {
    const begun = begunAt(documents, words, at);
    if (begun !== null) {
      units.push(begun);
      break;
    }
    const { length, groups } = groupsAt(documents, words, at);
    const named = labelsAt(documents, words, at);
    units.push(
      named !== null && named.length >= length
        ? {
            words: words.slice(at, at + named.length),
            groups: named.length === length ? groups : [],
            begun: [],
            ...named,
          }
        : { words: words.slice(at, at + length), groups, begun: [], labels: [] },
    );
    at += units.at(-1)?.words.length ?? 1;
  }
  return units;
}

/** The longest term that the words from `start` on are, ending with a word. */
function groupsAt(
  documents: Documents,
  words: readonly AskedWord[],
  start: number,
): { length: number; groups: readonly number[] } {
  const ends = new Map<number, number>();
  const atoms: string[] = [];
  for (const [at, word] of words.slice(start, start + 6).entries()) {
    atoms.push(...atomsOf([spelled(word)]));
    ends.set(atoms.length, at + 1);
  }
  const meant = documents.meanings.longestAt(atoms, 0);
  if (meant === null) return { length: 1, groups: [] };
  const length = ends.get(meant.length);
  return length === undefined ? { length: 1, groups: [] } : { length, groups: meant.groups };
}

/** The longest name of a label that the words from `start` on are: "eggs & tofu", "low sugar". */
function labelsAt(
  { labels }: Documents,
  words: readonly AskedWord[],
  start: number,
): { length: number; labels: readonly number[] } | null {
  for (let length = Math.min(MAX_LABEL_WORDS, words.length - start); length > 1; length--) {
    const named = labels.byKey.get(keyOf(words.slice(start, start + length).map(spelled)));
    if (named) return { length, labels: named };
  }
  return null;
}

/** The last words as the beginning of terms: "mee se" of mee segera. */
function begunAt(documents: Documents, words: readonly AskedWord[], start: number): Unit | null {
  const rest = words.slice(start);
  const last = rest.at(-1);
  if (rest.length > 4 || last === undefined || last.near.length > 0) return null;
  const text = termText(rest.map(spelled));
  const isShort = text.length < (last.kind === 'han' ? 2 : 3);
  // "nut free" is the opposite of nuts.
  const terms = documents.meanings
    .beginningWith(isShort ? `${text} ` : text)
    .filter((term) => !term.text.startsWith(`${text} free`));
  if (terms.length === 0) return null;
  const whole = groupsAt(documents, rest, 0);
  const groups = new Set(whole.length === rest.length ? whole.groups : []);
  // Malay puts first what a thing is: susu segar is susu.
  for (const term of terms) if (term.text.startsWith(`${text} `)) groups.add(term.group);
  const begun = new Set(terms.map((term) => term.group).filter((group) => !groups.has(group)));
  return { words: rest, groups: [...groups], begun: [...begun], labels: [] };
}

/** What a keyword asks for; nothing where it holds no word. */
export function askedOf(documents: Documents, keyword: string): Asked {
  const words = preferTerms(documents, spell(documents, cutQuery(documents, keyword)));
  return { words, units: unitsOf(documents, words) };
}
