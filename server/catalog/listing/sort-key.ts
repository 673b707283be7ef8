/**
 * Sort keys: the database compares them by bytes and gets the order of `Intl.Collator`. Neither PGlite nor PostgreSQL
 * has the collations of both languages, and an index needs an order that never changes (docs/readings.md#36).
 */
import { pinyin } from 'pinyin-pro';

/** Space and ASCII punctuation in the collator's order, all before digits, digits before letters. */
const PUNCTUATION = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

const rank = new Map([...PUNCTUATION].map((sign, index) => [sign, String.fromCharCode(index + 1)]));

/** Chinese sorts after digits and before Latin letters, as in the collator's pinyin order. */
const BEFORE_LETTERS = ':';

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const ranked = (sign: string): string => rank.get(sign) ?? sign;

export function englishKey(name: string): string {
  return [...plain(name)].map(ranked).join('');
}

/** Builds the key of a Chinese name: by pinyin with tones, then by the character itself. */
export function chineseKey(name: string): string {
  const signs = [...plain(name).normalize('NFC')];
  const sounds = pinyin(signs.join(''), { type: 'all', toneType: 'num', v: true });
  return sounds
    .map((sound, index) => {
      const sign = signs[index] ?? sound.origin;
      return sound.isZh ? `${BEFORE_LETTERS}${sound.pinyin}${sign}` : ranked(sign);
    })
    .join('');
}
