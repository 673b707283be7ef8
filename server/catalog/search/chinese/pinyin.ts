/**
 * Converts Chinese to pinyin when a listing row is written (docs/readings.md#36). Only writers load it: the dictionary
 * takes 20 MB.
 */
import { pinyin } from 'pinyin-pro';

/**
 * Common readings that dictionaries list second: 快熟面 is kuài shóu miàn as often as kuài shú miàn. Character, first
 * reading, other reading.
 */
const OTHER_READINGS: readonly [string, string, string][] = [['熟', 'shu', 'shou']];

/** Cache of texts that many products share, such as category names. */
const cachedSounds = new Map<string, readonly string[]>();
const MAX_CACHED = 5000;

function readSounds(text: string): readonly string[] {
  const cached = cachedSounds.get(text);
  if (cached) return cached;
  const sounds = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => {
    const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true });
    const characters = [...run];
    const others = OTHER_READINGS.filter(([character]) => characters.includes(character)).map(
      ([character, usual, other]) =>
        syllables.map((syllable, at) => (characters[at] === character && syllable === usual ? other : syllable)),
    );
    return [syllables, ...others].map((reading) => reading.join(' '));
  });
  if (cachedSounds.size >= MAX_CACHED) cachedSounds.clear();
  cachedSounds.set(text, sounds);
  return sounds;
}

/**
 * Returns the pinyin of the Chinese in texts, without duplicates: syllables without tones, separated by spaces, ü as v.
 */
export function toPinyin(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === null ? [] : readSounds(text))))];
}
