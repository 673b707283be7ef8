/** How Chinese texts sound, written into a product's listing row (readings 36); loaded by writers alone, since the sounds weigh 30 MB. */
import { pinyin } from 'pinyin-pro';

/** Sounds that are said in shops and stand second in dictionaries: 快熟面 is kuài shóu miàn as often as kuài shú miàn. */
const ALSO_SAID: readonly [string, string, string][] = [['熟', 'shu', 'shou']];

/** Sounds of texts that many products share, such as aisles. */
const kept = new Map<string, readonly string[]>();
const KEPT = 5000;

function soundsOfText(text: string): readonly string[] {
  const known = kept.get(text);
  if (known) return known;
  const sounds = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) => {
    const syllables = pinyin(run, { toneType: 'none', type: 'array', v: true });
    const signs = [...run];
    const others = ALSO_SAID.filter(([sign]) => signs.includes(sign)).map(([sign, usual, other]) =>
      syllables.map((syllable, at) => (signs[at] === sign && syllable === usual ? other : syllable)),
    );
    return [syllables, ...others].map((said) => said.join(' '));
  });
  if (kept.size >= KEPT) kept.clear();
  kept.set(text, sounds);
  return sounds;
}

/** The sounds of the Chinese in texts, each once: syllables without tones, parted by spaces, ü as v. */
export function soundsOf(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === null ? [] : soundsOfText(text))))];
}
