/** A product's words as PostgreSQL keeps them; loaded by writers alone, since the sounds of Chinese weigh 20 MB. */
import { pinyin } from 'pinyin-pro';
import { chineseWords, isHan, runsOf } from './search-words.ts';

/** tsvector knows four weights; A counts most. */
export type Weighted = { text: string; weight: 'A' | 'B' | 'C' | 'D' };

/** PostgreSQL keeps positions up to 16383 and 256 of a word. */
const MAX_POSITION = 16_000;
const MAX_POSITIONS_OF_WORD = 250;
/** Letters of a whole run's sound that are kept. */
const MAX_SOUND = 100;

/** How a Chinese word sounds, written as one Latin word, so that `banlan` finds 班兰. */
const sound = (word: string): string => pinyin(word, { toneType: 'none', type: 'array', v: true }).join('');

/** Runs that are remembered: names of goods and categories come again and again while thousands of products are written. */
const MOST_REMEMBERED = 5_000;
type Heard = { words: { text: string; sound: string }[]; sound: string };
const remembered = new Map<string, Heard>();

/** The words of a Chinese run and how they sound. */
function heard(run: string): Heard {
  const known = remembered.get(run);
  if (known !== undefined) return known;
  const words = chineseWords(run).map((text) => ({ text, sound: sound(text) }));
  const fresh = { words, sound: sound(run).slice(0, MAX_SOUND) };
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(run, fresh);
  return fresh;
}

/** A product's words as the text of a tsvector. */
export function searchVector(fields: readonly Weighted[]): string {
  const places = new Map<string, string[]>();
  let position = 0;
  const add = (word: string, weight: string) => {
    const known = places.get(word) ?? [];
    if (known.length < MAX_POSITIONS_OF_WORD && position <= MAX_POSITION) known.push(`${position}${weight}`);
    if (known.length > 0) places.set(word, known);
  };
  for (const { text, weight } of fields) {
    // A gap, so that no phrase reaches from one field into the next.
    position += 2;
    for (const run of runsOf(text)) {
      if (!isHan(run)) {
        position += 1;
        add(run, weight);
        continue;
      }
      const { words, sound: whole } = heard(run);
      for (const word of words) {
        for (const character of word.text) {
          position += 1;
          add(character, weight);
        }
        add(word.sound, 'D');
      }
      add(whole, 'D');
    }
  }
  return [...places].map(([word, positions]) => `'${word}':${positions.join(',')}`).join(' ');
}
