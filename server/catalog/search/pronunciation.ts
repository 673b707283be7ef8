/** Chinese as it sounds, in Latin letters and without tones: `banlan` finds 班兰, and so does `banl` while it is typed. */
import type { Documents } from './documents.ts';

/** Before a syllable or two, so that they are not taken for words. */
export const SOUND = '~';

/** Letters of the longest syllable. */
const LONGEST = 6;

/** ü is written u, as most type it. */
const typedU = (sound: string): string => sound.replaceAll('v', 'u');

/** The syllables of a sound that is written with spaces between them. */
export const syllablesIn = (sound: string): string[] => typedU(sound.toLowerCase()).match(/[a-z]+/g) ?? [];

/** A sound cut into syllables that are known, as few as can be, and what is left of one that is being typed. */
function cut(text: string, known: ReadonlySet<string>, isOpen: boolean): { whole: string[]; begun: string } | null {
  /** For each length of the text, the fewest syllables that it is cut into. */
  const cuts: (string[] | undefined)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const before = cuts[start];
      const syllable = text.slice(start, end);
      if (!before || !known.has(syllable)) continue;
      if (before.length + 1 < (cuts[end]?.length ?? Number.POSITIVE_INFINITY)) cuts[end] = [...before, syllable];
    }
  }
  const whole = cuts[text.length];
  if (whole) return { whole, begun: '' };
  for (let end = text.length - 1; isOpen && end >= Math.max(1, text.length - LONGEST); end--) {
    const before = cuts[end];
    if (before) return { whole: before, begun: text.slice(end) };
  }
  return null;
}

/**
 * What a word asks for if it is a sound: terms of which a product must have all, and other such lists where its last
 * syllable is not typed to the end. None where it is no sound.
 */
export function soundTerms({ vocabulary, syllables }: Documents, word: string, isOpen: boolean): string[][] {
  const text = typedU(word);
  if (text.length < 2 || !/^[a-z]+$/.test(text)) return [];
  const sound = cut(text, syllables, isOpen);
  if (sound === null) return [];
  const { whole, begun } = sound;
  const pairs = whole.slice(1).map((syllable, at) => `${SOUND}${whole[at] ?? ''}${syllable}`);
  const last = `${SOUND}${whole.at(-1) ?? ''}`;
  if (begun === '') return [pairs.length > 0 ? pairs : [last]];
  return vocabulary.beginningWith(last + begun).map((term) => [...pairs, vocabulary.text(term)]);
}
