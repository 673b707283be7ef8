/**
 * How a text is cut into words, alike when a product is written down and when a shopper asks: small letters without
 * accents, Chinese in simplified characters, numbers with their units as one size. Every step is linear in the text.
 */

import { toSimplified } from './traditional.ts';
import { measureOf } from './units.ts';

/** Longer texts are cut: nobody reads or types that much of a name. */
const MAX_TEXT = 300;
/** Letters of a word that count. */
const MAX_WORD = 40;

/** A piece of a text: a word of letters, a number, or a run of Chinese characters. */
export type Piece = {
  kind: 'word' | 'number' | 'han';
  text: string;
  /** How it hangs on the piece before it: not at all, by a hyphen, or without anything between (`3in1`, `1l`). */
  joined: '' | '-' | 'glued';
};

const ASCII = /^[\x20-\x7e]*$/;
const PIECES =
  /(?:(?=[\p{L}\p{N}])\p{Script=Han})+|\p{Nd}+(?:[.,]\p{Nd}+)*|(?:(?!\p{Script=Han}|\p{Nd})[\p{L}\p{N}\p{M}])+/gu;
const ASCII_PIECES = /\d+(?:[.,]\d+)*|[a-z]+/g;
const HYPHEN = /^[-‐‑–_]$/;

/** A text without case, accents, full width, traditional characters and signs that are not seen. */
function plain(text: string): string {
  const short = text.slice(0, MAX_TEXT);
  if (ASCII.test(short)) return short.toLowerCase().replaceAll("'", '');
  return toSimplified(
    short
      .normalize('NFKD')
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .replace(/[\p{Cf}'’‘ʼ´`]/gu, '')
      .normalize('NFC')
      .toLowerCase(),
  );
}

/** 1,000 → 1000; 1,5 → 1.5. */
function numberOf(digits: string): string {
  if (digits.length < 4) return digits.replace(',', '.');
  const point = digits.replace(/,(?=\p{Nd}{3}(?!\p{Nd}))/gu, '').replaceAll(',', '.');
  return point.slice(0, MAX_WORD);
}

function groupOf(run: string): Piece['kind'] {
  const code = run.charCodeAt(0);
  if (code < 0x80) return code < 0x3a ? 'number' : 'word';
  if (/^\p{Script=Han}/u.test(run)) return 'han';
  return /^\p{Nd}/u.test(run) ? 'number' : 'word';
}

/** The pieces of a text, in order. */
export function piecesOf(text: string): Piece[] {
  const whole = plain(text);
  const pieces: Piece[] = [];
  let end = -2;
  for (const match of whole.matchAll(ASCII.test(whole) ? ASCII_PIECES : PIECES)) {
    const [run] = match;
    const { index } = match;
    const joined = index === end ? 'glued' : index === end + 1 && HYPHEN.test(whole[end] ?? '') ? '-' : '';
    end = index + run.length;
    const kind = groupOf(run);
    if (kind === 'han') pieces.push({ kind, text: run, joined });
    else if (kind === 'number') pieces.push({ kind, text: numberOf(run), joined });
    else pieces.push({ kind, text: run.slice(0, MAX_WORD), joined });
  }
  return pieces;
}

/** A piece, or a number with its unit as one measure: `1 L` and 1000毫升 are both `#1000ml`. */
export type Word = Piece | { kind: 'size'; text: string; joined: Piece['joined']; digits: string; unit: string };

/**
 * The pieces of a text with numbers and units made into sizes. Of Chinese that follows a number only the unit goes
 * into the size.
 */
export function wordsOf(text: string): Word[] {
  const pieces = piecesOf(text);
  const words: Word[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    const next = pieces[at + 1];
    if (piece === undefined) break;
    const measure = piece.kind === 'number' && next ? measureOf(piece.text, next) : null;
    if (measure === null || next === undefined) {
      words.push(piece);
      continue;
    }
    words.push({ kind: 'size', joined: piece.joined, digits: piece.text, ...measure });
    const rest = next.text.slice(measure.unit.length);
    if (rest !== '') words.push({ kind: 'han', text: rest, joined: 'glued' });
    at += 1;
  }
  return words;
}

/** Characters of a search in vain that are kept. */
const MAX_MISS = 100;

/** A search as it is counted where it finds nothing: its pieces in small letters; empty where it has none. */
export function missKey(keyword: string): string {
  const key = piecesOf(keyword)
    .map((piece) => piece.text)
    .join(' ');
  // By characters, since half of one is no text that PostgreSQL takes.
  return [...key].slice(0, MAX_MISS).join('');
}

/** Words that say nothing, unless they stand alone. */
const STOP_WORDS = new Set(['a', 'an', 'the', 'of', 'and', 'with', 'dan', '的', '和', '与']);

/** Whether a word counts only where there is no other. */
export const isStopWord = (text: string): boolean => STOP_WORDS.has(text);

/** A word's form for comparing meanings: plural and singular are one (`cookies`, `cookie`, `berry` → `berries`). */
export function stemOf(word: string): string {
  let stem = word;
  if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) {
    stem = /(?:ch|sh|x|s|z|o)es$/.test(stem) ? stem.slice(0, -2) : stem.slice(0, -1);
  }
  return stem.length > 3 && stem.endsWith('ie') ? `${stem.slice(0, -2)}y` : stem;
}

/** Singular and plural forms that a word may stand written in, itself first. */
export function formsOf(word: string): string[] {
  if (word.length < 3 || /[^a-z]/.test(word)) return [word];
  const forms = new Set([word]);
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

/** What meanings are compared by: the stem of each word, each number, each Chinese character. */
export function atomsOf(pieces: readonly { kind: string; text: string }[]): string[] {
  const atoms: string[] = [];
  for (const { kind, text } of pieces) {
    if (kind === 'han') atoms.push(...text);
    else atoms.push(kind === 'word' ? stemOf(text) : text);
  }
  return atoms;
}
