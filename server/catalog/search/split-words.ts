/**
 * Splits texts into words, the same way for products and queries: lower case, no accents, simplified Chinese, numbers
 * with units as one word. Linear in the length of the text.
 */

import { toSimplified } from './chinese/traditional.ts';
import { parseMeasure } from './units.ts';

/** Maximum characters of a text that are read. */
const MAX_TEXT_LENGTH = 300;
/** Maximum characters of a word that are read. */
const MAX_WORD_LENGTH = 40;

export type Segment = {
  kind: 'word' | 'number' | 'han';
  text: string;
  /** How it is attached to the segment before: not, by a hyphen, or directly (`3in1`, `1l`). */
  joined: '' | '-' | 'glued';
};

const ASCII_TEXT = /^[\x20-\x7e]*$/;
const SEGMENT_PATTERN =
  /(?:(?=[\p{L}\p{N}])\p{Script=Han})+|\p{Nd}+(?:[.,]\p{Nd}+)*|(?:(?!\p{Script=Han}|\p{Nd})[\p{L}\p{N}\p{M}])+/gu;
const ASCII_SEGMENT_PATTERN = /\d+(?:[.,]\d+)*|[a-z]+/g;
const HYPHEN_PATTERN = /^[-‐‑–_]$/;

/** Folds case, accents, width and traditional characters, and drops invisible characters. */
function foldText(text: string): string {
  const short = text.slice(0, MAX_TEXT_LENGTH);
  if (ASCII_TEXT.test(short)) return short.toLowerCase().replaceAll("'", '');
  return toSimplified(
    short
      .normalize('NFKD')
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .replace(/[\p{Cf}'’‘ʼ´`]/gu, '')
      .normalize('NFC')
      .toLowerCase(),
  );
}

/** Normalizes separators: 1,000 becomes 1000, and 1,5 becomes 1.5. */
function normalizeNumber(digits: string): string {
  if (digits.length < 4) return digits.replace(',', '.');
  const point = digits.replace(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, '').replaceAll(',', '.');
  return point.slice(0, MAX_WORD_LENGTH);
}

function classifyRun(run: string): Segment['kind'] {
  const code = run.charCodeAt(0);
  if (code < 0x80) return code < 0x3a ? 'number' : 'word';
  if (/^\p{Script=Han}/u.test(run)) return 'han';
  return /^\p{Nd}/u.test(run) ? 'number' : 'word';
}

/** Splits a text into words, numbers and runs of Chinese. */
export function segmentText(text: string): Segment[] {
  const whole = foldText(text);
  const segments: Segment[] = [];
  let end = -2;
  for (const match of whole.matchAll(ASCII_TEXT.test(whole) ? ASCII_SEGMENT_PATTERN : SEGMENT_PATTERN)) {
    const [run] = match;
    const { index } = match;
    const joined = index === end ? 'glued' : index === end + 1 && HYPHEN_PATTERN.test(whole[end] ?? '') ? '-' : '';
    end = index + run.length;
    const kind = classifyRun(run);
    if (kind === 'han') segments.push({ kind, text: run, joined });
    else if (kind === 'number') segments.push({ kind, text: normalizeNumber(run), joined });
    else segments.push({ kind, text: run.slice(0, MAX_WORD_LENGTH), joined });
  }
  return segments;
}

/** A segment, or a number with its unit: `1 L` and 1000毫升 are both `#1000ml`. */
export type Word = Segment | { kind: 'size'; text: string; joined: Segment['joined']; digits: string; unit: string };

/** Splits a text, with numbers and units combined. Of Chinese after a number only the unit is combined. */
export function splitWords(text: string): Word[] {
  const segments = segmentText(text);
  const words: Word[] = [];
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    const next = segments[at + 1];
    if (segment === undefined) break;
    const measure = segment.kind === 'number' && next ? parseMeasure(segment.text, next) : null;
    if (measure === null || next === undefined) {
      words.push(segment);
      continue;
    }
    words.push({ kind: 'size', joined: segment.joined, digits: segment.text, ...measure });
    const rest = next.text.slice(measure.unit.length);
    if (rest !== '') words.push({ kind: 'han', text: rest, joined: 'glued' });
    at += 1;
  }
  return words;
}

/** Maximum characters of the key of a counted search. */
const MAX_KEY_LENGTH = 100;

/** Returns the key by which a zero-result search is counted; empty if it has no word. */
export function toZeroResultKey(keyword: string): string {
  const key = segmentText(keyword)
    .map((segment) => segment.text)
    .join(' ');
  // Cut by characters: PostgreSQL refuses half of a surrogate pair.
  return [...key].slice(0, MAX_KEY_LENGTH).join('');
}

/** Words that are ignored unless the text has no others. */
const STOP_WORDS = new Set(['a', 'an', 'the', 'of', 'and', 'with', 'dan', '的', '和', '与']);

export const isStopWord = (text: string): boolean => STOP_WORDS.has(text);

/** Nouns in f or fe whose plural ends in ves. */
const NOUNS_IN_F = new Set(['loaf', 'leaf', 'half', 'calf', 'shelf', 'knife', 'wife', 'scarf', 'self']);
const PLURALS_IN_VES = new Map([...NOUNS_IN_F].map((noun) => [`${noun.replace(/fe?$/, '')}ves`, noun]));

/** Returns the stem of a word: the same for singular and plural (`berry`, `berries`). */
export function stemWord(word: string): string {
  const singular = PLURALS_IN_VES.get(word);
  if (singular !== undefined) return singular;
  let stem = word;
  if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) {
    stem = /(?:ch|sh|x|s|z|o)es$/.test(stem) ? stem.slice(0, -2) : stem.slice(0, -1);
  }
  return stem.length > 3 && stem.endsWith('ie') ? `${stem.slice(0, -2)}y` : stem;
}

/** Lists the singular and plural forms of a word, itself first. */
export function listNumberForms(word: string): string[] {
  if (word.length < 3 || /[^a-z]/.test(word)) return [word];
  const forms = new Set([word]);
  const singular = PLURALS_IN_VES.get(word);
  if (singular !== undefined) forms.add(singular);
  if (NOUNS_IN_F.has(word)) forms.add(`${word.replace(/fe?$/, '')}ves`);
  if (word.endsWith('s')) {
    if (word.length > 3 && !word.endsWith('ss')) forms.add(word.slice(0, -1));
    if (word.length > 4 && word.endsWith('es')) forms.add(word.slice(0, -2));
    if (word.length > 4 && word.endsWith('ies')) forms.add(`${word.slice(0, -3)}y`);
  } else {
    forms.add(`${word}s`);
    if (/(?:ch|sh|x|s|z|o)$/.test(word)) forms.add(`${word}es`);
    if (/[^aeiou]y$/.test(word)) forms.add(`${word.slice(0, -1)}ies`);
  }
  return [...forms];
}

/**
 * Splits segments into the tokens by which synonyms are compared: the stem of each word, each number, each Chinese
 * character.
 */
export function toTokens(segments: readonly { kind: string; text: string }[]): string[] {
  const tokens: string[] = [];
  for (const { kind, text } of segments) {
    if (kind === 'han') tokens.push(...text);
    else tokens.push(kind === 'word' ? stemWord(text) : text);
  }
  return tokens;
}
