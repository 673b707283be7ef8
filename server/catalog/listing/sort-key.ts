/**
 * Sort keys: the database compares them by bytes and gets the order of `Intl.Collator`. Neither PGlite nor PostgreSQL
 * has the collations of both languages, and an index needs an order that never changes (docs/readings.md#36).
 */
import { pinyin } from 'pinyin-pro';

/** The space and ASCII punctuation in the collator's order, all before digits, digits before letters. */
const PUNCTUATION = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

const PUNCTUATION_RANK = new Map([...PUNCTUATION].map((sign, index) => [sign, String.fromCharCode(index + 1)]));

/** Chinese sorts after digits and before Latin letters, as in the collator's pinyin order. */
const BEFORE_LETTERS = ':';

function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const toRankKey = (sign: string): string => PUNCTUATION_RANK.get(sign) ?? sign;

export function buildEnglishKey(name: string): string {
  return [...foldText(name)].map(toRankKey).join('');
}

const HAN_CHARACTER = /\p{Script=Han}/u;

/** Builds the key of a Chinese name: by pinyin with tones, then by the character itself. */
export function buildChineseKey(name: string): string {
  const text = foldText(name).normalize('NFC');
  const signs = [...text];
  // The dictionary takes a hundred times as long, and most names of an imported catalogue have no Chinese.
  if (!HAN_CHARACTER.test(text)) return signs.map(toRankKey).join('');
  // A reading per character; a character without one is its own. `type: 'all'` gives the same and takes three times as
  // long.
  return pinyin(text, { type: 'array', toneType: 'num', v: true })
    .map((reading, index) => {
      const sign = signs[index] ?? reading;
      return reading === sign ? toRankKey(sign) : `${BEFORE_LETTERS}${reading}${sign}`;
    })
    .join('');
}
