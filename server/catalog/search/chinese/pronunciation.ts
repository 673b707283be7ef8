/** Finds Chinese by toneless pinyin: `banlan` finds 班兰, and so does `banl` while it is typed. */
import type { Vocabulary } from '../vocabulary.ts';

/** Prefix of pinyin terms, which separates them from words. */
export const SOUND_PREFIX = '~';

const MAX_SYLLABLE_LENGTH = 6;

/** Replaces v, which stands for ü in pinyin, by u: most people type u. */
const replaceV = (sound: string): string => sound.replaceAll('v', 'u');

/** Splits pinyin whose syllables are separated by spaces. */
export const splitSyllablesAtSpaces = (sound: string): string[] => replaceV(sound.toLowerCase()).match(/[a-z]+/g) ?? [];

/** Splits typed pinyin into the fewest of the known syllables; `unfinished` is the unfinished last one. */
function splitSyllables(
  text: string,
  syllables: ReadonlySet<string>,
  isIncomplete: boolean,
): { whole: string[]; unfinished: string } | null {
  /** By length: the fewest syllables that make up this much of the text. */
  const cuts: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - MAX_SYLLABLE_LENGTH); start < end; start++) {
      const before = cuts[start];
      const syllable = text.slice(start, end);
      if (!before || !syllables.has(syllable)) continue;
      if (before.length + 1 < (cuts[end]?.length ?? Number.POSITIVE_INFINITY)) cuts[end] = [...before, syllable];
    }
  }
  const whole = cuts[text.length];
  if (whole) return { whole, unfinished: '' };
  for (let end = text.length - 1; isIncomplete && end >= Math.max(1, text.length - MAX_SYLLABLE_LENGTH); end--) {
    const before = cuts[end];
    if (before) return { whole: before, unfinished: text.slice(end) };
  }
  return null;
}

/**
 * Lists the terms to look up if a word is pinyin: each inner list is an alternative of which a product must have all
 * terms. Several alternatives if the last syllable is unfinished; none if the word is not pinyin.
 */
export function listPronunciationTerms(
  { vocabulary, syllables }: { vocabulary: Vocabulary; syllables: ReadonlySet<string> },
  word: string,
  isIncomplete: boolean,
): string[][] {
  const text = replaceV(word);
  if (text.length < 2 || !/^[a-z]+$/.test(text)) return [];
  const sound = splitSyllables(text, syllables, isIncomplete);
  if (sound === null) return [];
  const { whole, unfinished } = sound;
  const pairs = whole.slice(1).map((syllable, at) => `${SOUND_PREFIX}${whole[at] ?? ''}${syllable}`);
  const last = `${SOUND_PREFIX}${whole.at(-1) ?? ''}`;
  if (unfinished === '') return [pairs.length > 0 ? pairs : [last]];
  return vocabulary.withPrefix(last + unfinished).map((term) => [...pairs, vocabulary.text(term)]);
}
