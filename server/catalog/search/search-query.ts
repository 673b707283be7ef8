/**
 * Parses a search keyword: splits it, corrects its spelling, and groups its words into units that synonyms and labels
 * know.
 */

import { listPronunciationTerms } from './chinese/pronunciation.ts';
import { segmentChinese } from './chinese/segment-chinese.ts';
import { toLabelKey } from './label-index.ts';
import type { SearchDocuments } from './search-documents.ts';
import { isStopWord, listNumberForms, splitWords, toTokens, type Word } from './split-words.ts';
import { joinSegments } from './synonyms.ts';

const MAX_WORDS = 12;
/** Maximum characters of a keyword that are read. */
const MAX_QUERY_LENGTH = 200;
const MAX_LABEL_WORDS = 4;
/** Minimum letters of each part when a word is split in two. */
const MIN_PART_LENGTH = 3;

export type QueryWord = {
  kind: Word['kind'];
  text: string;
  /** Whether it is the last word and may be unfinished. */
  isIncomplete: boolean;
  /** Likely corrections, best first; empty if the word is spelled right. */
  corrections: readonly string[];
  /** Whether it was split or joined differently from how it was typed. */
  isResegmented: boolean;
};

/** A word, or several that form one term; found by itself, by a synonym, or by a label of that name. */
export type QueryUnit = {
  words: readonly QueryWord[];
  groups: readonly number[];
  /** Synonym groups of terms that start with its words: susu segar is a kind of susu. */
  narrowerGroups: readonly number[];
  /** Synonym groups of other terms that start with it. */
  prefixGroups: readonly number[];
  labels: readonly number[];
};

export type SearchQuery = { units: QueryUnit[]; words: QueryWord[] };

type QueryToken = { kind: Word['kind']; text: string };

/** Joins words that the shop writes as one: `3in1`, `gluten-free`. */
function joinWords(documents: SearchDocuments, words: readonly Word[]): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (word === undefined) break;
    let end = at + 1;
    while (isJoined(words[end]) && word.kind !== 'han') end += 1;
    const joined = words.slice(at, end).map(formatWord).join('');
    const { vocabulary } = documents;
    const isKnown =
      documents.isKnown(vocabulary.get(joined)) || (end === words.length && vocabulary.withPrefix(joined).length > 0);
    if (end > at + 1 && isKnown) tokens.push({ kind: 'word', text: joined });
    else tokens.push(...words.slice(at, end));
    at = end;
  }
  return tokens;
}

const isJoined = (word: Word | undefined): boolean => word !== undefined && word.kind !== 'han' && word.joined !== '';

const formatWord = (word: Word): string => (word.kind === 'size' ? `${word.digits}${word.unit}` : word.text);

/** Splits a run of Chinese into known terms and, between them, words. */
function splitChinese(documents: SearchDocuments, run: string): string[] {
  const characters = [...run];
  const words: string[] = [];
  let rest = '';
  const segmentRest = () => {
    if (rest !== '') words.push(...segmentChinese(rest));
    rest = '';
  };
  for (let at = 0; at < characters.length; ) {
    const match = documents.synonyms.findLongest(characters, at);
    // Single characters are too ambiguous inside a word.
    if (match === null || (match.length < 2 && characters.length > 1)) {
      rest += characters[at] ?? '';
      at += 1;
      continue;
    }
    segmentRest();
    words.push(characters.slice(at, at + match.length).join(''));
    at += match.length;
  }
  segmentRest();
  return words;
}

function splitQuery(documents: SearchDocuments, keyword: string): QueryToken[] {
  const words = splitWords(keyword.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_WORDS * 2);
  const tokens = joinWords(documents, words).flatMap((word): QueryToken[] => {
    return word.kind === 'han' ? splitChinese(documents, word.text).map((text) => ({ kind: 'han', text })) : [word];
  });
  // The x of "6 x 250 ml" is not a word.
  const sized = tokens.filter(({ text }, at) => !(text === 'x' && tokens[at + 1]?.kind === 'size'));
  const meaningful = sized.filter(({ text }) => !isStopWord(text));
  return (meaningful.length > 0 ? meaningful : sized).slice(0, MAX_WORDS);
}

/** Returns whether the index contains a word as typed: whole, in singular or plural, as a prefix, or as pinyin. */
function isSpelledRight(documents: SearchDocuments, text: string, isIncomplete: boolean): boolean {
  const { vocabulary } = documents;
  if (listNumberForms(text).some((form) => documents.isKnown(vocabulary.get(form)))) return true;
  if (text.length >= 3 && vocabulary.withPrefix(text).some((term) => documents.isKnown(term))) return true;
  return listPronunciationTerms(documents, text, isIncomplete).some((terms) =>
    terms.every((term) => vocabulary.get(term) >= 0),
  );
}

/** Lists corrections of a word, best first: fewest errors, same first letter, most products. At most five. */
export function listCorrections(documents: SearchDocuments, text: string, isIncomplete: boolean): string[] {
  const { vocabulary, terms, labels, synonyms } = documents;
  const accepts = (term: number) => documents.isKnown(term);
  const whole = vocabulary.findSimilar(text, accepts);
  const similarTerms = whole.length > 0 || !isIncomplete ? whole : vocabulary.findSimilar(text, accepts, true);
  const weight = (word: string, term: number) =>
    (word[0] === text[0] ? 1e9 : 0) +
    terms.count(term) +
    (labels.byWord.get(word) ?? []).reduce((sum, label) => sum + documents.labelPostings.count(label), 0) +
    (synonyms.words.has(word) ? 1 : 0);
  return similarTerms
    .map(({ term, errors }) => ({ word: vocabulary.text(term), errors, term }))
    .toSorted((a, b) => a.errors - b.errors || weight(b.word, b.term) - weight(a.word, a.term))
    .slice(0, 5)
    .map(({ word }) => word);
}

/** Returns whether products or labels use a word, in singular or plural. */
const isUsedWord = (documents: SearchDocuments, text: string): boolean =>
  listNumberForms(text).some((form) => documents.isUsed(documents.vocabulary.get(form)));

/** Splits two known words that were written as one: "instantnoodles". */
function splitWord(documents: SearchDocuments, text: string): [string, string] | null {
  for (let at = MIN_PART_LENGTH; at <= text.length - MIN_PART_LENGTH; at++) {
    const parts: [string, string] = [text.slice(0, at), text.slice(at)];
    if (parts.every((part) => documents.isKnown(documents.vocabulary.get(part)))) return parts;
  }
  return null;
}

function spellWords(documents: SearchDocuments, tokens: readonly QueryToken[]): QueryWord[] {
  const words: QueryWord[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'word', text: '' };
    const next = tokens[at + 1];
    const isIncomplete = next === undefined;
    const word = { kind, text, isIncomplete, corrections: [], isResegmented: false };
    // "niu nai" where the synonyms have "niunai".
    if (next?.kind === 'word' && documents.synonyms.words.has(text + next.text) && !isUsedWord(documents, text)) {
      words.push({ ...word, text: text + next.text, isIncomplete: at + 2 >= tokens.length });
      at += 1;
      continue;
    }
    if (kind !== 'word' || isSpelledRight(documents, text, isIncomplete)) {
      words.push(word);
      continue;
    }
    // "tooth paste" where the shop writes "toothpaste".
    if (next?.kind === 'word' && documents.isKnown(documents.vocabulary.get(text + next.text))) {
      words.push({ ...word, text: text + next.text, isIncomplete: at + 2 >= tokens.length, isResegmented: true });
      at += 1;
      continue;
    }
    const corrections = listCorrections(documents, text, isIncomplete);
    const parts = corrections.length > 0 ? null : splitWord(documents, text);
    if (parts === null) words.push({ ...word, corrections });
    else
      words.push(
        ...parts.map((part, place) => ({
          ...word,
          text: part,
          isIncomplete: isIncomplete && place === 1,
          isResegmented: true,
        })),
      );
  }
  return words;
}

/** Prefers corrections that form a known term with a neighbour: "mee segara" becomes "mee segera", not "mee segar". */
function preferTerms(documents: SearchDocuments, words: QueryWord[]): QueryWord[] {
  for (const [at, word] of words.entries()) {
    const term = word.corrections.find((correction) => {
      const candidate = words.with(at, { ...word, corrections: [correction] });
      return [at - 1, at].some(
        (start) => start >= 0 && findSynonym(documents, candidate, start).length > at - start + (start === at ? 1 : 0),
      );
    });
    if (term !== undefined)
      words[at] = { ...word, corrections: [term, ...word.corrections.filter((correction) => correction !== term)] };
  }
  return words;
}

/**
 * Lists variants of the query with other spaces whose words the index has: two words joined ("tooth paste"), or one
 * split ("icecream").
 */
export function listRespacedQueries(documents: SearchDocuments, words: readonly QueryWord[]): QueryWord[][] {
  const respellings: QueryWord[][] = [];
  for (const [at, word] of words.entries()) {
    if (word.kind !== 'word') continue;
    const next = words[at + 1];
    const others = { corrections: [], isResegmented: true };
    if (next?.kind === 'word' && isUsedWord(documents, word.text + next.text)) {
      respellings.push(words.toSpliced(at, 2, { ...next, ...others, text: word.text + next.text }));
    }
    const parts = splitWord(documents, word.text);
    if (parts !== null) {
      const [first, second] = parts;
      respellings.push(
        words.toSpliced(
          at,
          1,
          { ...word, ...others, text: first, isIncomplete: false },
          { ...word, ...others, text: second },
        ),
      );
    }
  }
  return respellings;
}

const correctSpelling = (word: QueryWord): QueryToken => ({ kind: word.kind, text: word.corrections[0] ?? word.text });

/** Groups words into known terms, the longest first. */
export function splitIntoUnits(documents: SearchDocuments, words: readonly QueryWord[]): QueryUnit[] {
  const units: QueryUnit[] = [];
  for (let at = 0; at < words.length; ) {
    const prefixUnit = findPrefixUnit(documents, words, at);
    if (prefixUnit !== null) {
      units.push(prefixUnit);
      break;
    }
    const { length, groups } = findSynonym(documents, words, at);
    const labelMatch = findLabel(documents, words, at);
    units.push(
      labelMatch !== null && labelMatch.length >= length
        ? {
            words: words.slice(at, at + labelMatch.length),
            groups: labelMatch.length === length ? groups : [],
            narrowerGroups: [],
            prefixGroups: [],
            ...labelMatch,
          }
        : { words: words.slice(at, at + length), groups, narrowerGroups: [], prefixGroups: [], labels: [] },
    );
    at += units.at(-1)?.words.length ?? 1;
  }
  return units;
}

/** Finds the longest synonym that starts at word `start` and ends with a whole word. */
function findSynonym(
  documents: SearchDocuments,
  words: readonly QueryWord[],
  start: number,
): { length: number; groups: readonly number[] } {
  const ends = new Map<number, number>();
  const tokens: string[] = [];
  for (const [at, word] of words.slice(start, start + 6).entries()) {
    tokens.push(...toTokens([correctSpelling(word)]));
    ends.set(tokens.length, at + 1);
  }
  const match = documents.synonyms.findLongest(tokens, 0);
  if (match === null) return { length: 1, groups: [] };
  const length = ends.get(match.length);
  return length === undefined ? { length: 1, groups: [] } : { length, groups: match.groups };
}

/** Finds the longest label name that starts at word `start`: "eggs & tofu", "low sugar". */
function findLabel(
  { labels }: SearchDocuments,
  words: readonly QueryWord[],
  start: number,
): { length: number; labels: readonly number[] } | null {
  for (let length = Math.min(MAX_LABEL_WORDS, words.length - start); length > 1; length--) {
    const matches = labels.byKey.get(toLabelKey(words.slice(start, start + length).map(correctSpelling)));
    if (matches) return { length, labels: matches };
  }
  return null;
}

/** Reads the last words as the prefix of a term: "mee se" of "mee segera". Null if no term begins so. */
function findPrefixUnit(documents: SearchDocuments, words: readonly QueryWord[], start: number): QueryUnit | null {
  const rest = words.slice(start);
  const last = rest.at(-1);
  if (rest.length > 4 || last === undefined || last.corrections.length > 0) return null;
  const text = joinSegments(rest.map(correctSpelling));
  const isShort = text.length < (last.kind === 'han' ? 2 : 3);
  // "nut free" is the opposite of "nut".
  const terms = documents.synonyms
    .withPrefix(isShort ? `${text} ` : text)
    .filter((term) => !term.text.startsWith(`${text} free`));
  if (terms.length === 0) return null;
  const whole = findSynonym(documents, rest, 0);
  const groups = new Set(whole.length === rest.length ? whole.groups : []);
  // Malay puts the noun first: susu segar is a kind of susu.
  const narrower = new Set(terms.filter((term) => term.text.startsWith(`${text} `)).map((term) => term.group));
  const prefixes = new Set(terms.map((term) => term.group));
  return {
    words: rest,
    groups: [...groups],
    narrowerGroups: [...narrower].filter((group) => !groups.has(group)),
    prefixGroups: [...prefixes].filter((group) => !groups.has(group) && !narrower.has(group)),
    labels: [],
  };
}

/** Parses a keyword; the result is empty if it has no word. */
export function parseKeyword(documents: SearchDocuments, keyword: string): SearchQuery {
  const words = preferTerms(documents, spellWords(documents, splitQuery(documents, keyword)));
  return { words, units: splitIntoUnits(documents, words) };
}
