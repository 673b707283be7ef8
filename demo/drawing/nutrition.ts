/** Makes up the text on the back of a demo pack from its kind: plausible for the food, and deterministic. */
import { createHash } from 'node:crypto';
import type { PackParams, PackType } from '../../server/media/image-spec.ts';

/** Per 100 g or 100 ml: energy in kcal, the next four in grams, sodium in milligrams. */
export type Nutrition = {
  energy: number;
  protein: number;
  fat: number;
  carbohydrate: number;
  sugar: number;
  sodium: number;
};

type PackFacts = [energy: number, protein: number, fat: number, carbohydrate: number, sugar: number, sodium: number];

const PACK_FACTS: Partial<Record<PackType, PackFacts>> = {
  pouch: [512, 6.2, 28, 58, 4.5, 560],
  box: [478, 6.8, 21, 65, 24, 310],
  bottle: [62, 2.1, 0.2, 13, 9.8, 420],
  can: [46, 0.2, 0, 11.2, 10.6, 12],
  carton: [64, 3.3, 3.5, 4.8, 4.8, 44],
  brick: [52, 2.6, 1.4, 7.2, 6.1, 38],
  jar: [326, 4.2, 11, 52, 41, 96],
  tub: [208, 3.4, 11.5, 23, 20, 62],
  cup: [452, 9.4, 18, 62, 5.2, 1480],
  bucket: [486, 7.1, 20, 68, 27, 240],
  sack: [356, 7.4, 0.6, 79, 0.1, 4],
  bread: [248, 9.6, 3.2, 44, 4.6, 390],
  eggs: [143, 12.6, 9.6, 0.7, 0.4, 142],
  stick: [264, 3.2, 15, 29, 24, 58],
  frozen: [196, 9.8, 6.4, 24, 2.1, 460],
  apple: [52, 0.3, 0.2, 13.8, 10.4, 1],
  banana: [89, 1.1, 0.3, 22.8, 12.2, 1],
  greens: [19, 2.6, 0.2, 3.1, 0.6, 113],
  'milk-pouch': [186, 1.8, 18, 4.2, 2.4, 28],
  cone: [258, 3.4, 12, 34, 23, 84],
  jerrycan: [884, 0, 100, 0, 0, 0],
  'noodle-pack': [442, 9.2, 17, 63, 3.8, 1320],
  tin: [2, 0.1, 0, 0.4, 0, 3],
  tofu: [62, 6.4, 3.6, 1.6, 0.6, 8],
  papaya: [43, 0.5, 0.3, 10.8, 7.8, 8],
  guava: [68, 2.6, 1, 14.3, 8.9, 2],
  tomato: [18, 0.9, 0.2, 3.9, 2.6, 5],
  okra: [33, 1.9, 0.2, 7.5, 1.5, 7],
  chilli: [40, 1.9, 0.4, 8.8, 5.3, 9],
  watermelon: [30, 0.6, 0.2, 7.6, 6.2, 1],
};

const DRY_STORAGE = 'Keep cool and dry';
const STORAGE_TEXTS: Partial<Record<PackType, string>> = {
  carton: 'Keep chilled at 0–4 °C',
  tofu: 'Keep chilled at 0–4 °C',
  eggs: 'Keep chilled once home',
  tub: 'Keep frozen at -18 °C',
  stick: 'Keep frozen at -18 °C',
  cone: 'Keep frozen at -18 °C',
  frozen: 'Keep frozen at -18 °C',
  greens: 'Wash well. Keep chilled',
  tomato: 'Wash well. Do not chill',
  okra: 'Wash well. Keep chilled',
  chilli: 'Wash well. Keep chilled',
};

/** Returns how to store a product. */
export function storageOf(pack: PackParams): string {
  return STORAGE_TEXTS[pack.type] ?? DRY_STORAGE;
}

/**
 * Returns the nutrition facts of a food: its own if the data has them, else those of its kind, varied by up to a tenth
 * from pack to pack; null for goods that are not food, and for plain water.
 */
export function nutritionOf(pack: PackParams): Nutrition | null {
  if (pack.facts) {
    const [energy, protein, fat, carbohydrate, sugar, sodium] = pack.facts;
    return { energy, protein, fat, carbohydrate, sugar, sodium };
  }
  const facts = PACK_FACTS[pack.type];
  if (!facts || (pack.g === 'drop' && pack.type !== 'jerrycan')) return null;
  const digest = createHash('sha256')
    .update(`${pack.brand}|${pack.lines.join(' ')}|${pack.flav}`)
    .digest();
  const varied = pack.type !== 'jerrycan' && pack.brand !== '';
  const [energy, protein, fat, carbohydrate, sugar, sodium] = facts.map((value, index) => {
    const share = varied ? 0.9 + ((digest[index] ?? 128) / 255) * 0.2 : 1;
    const whole = value >= 20 || index === 0 || index === 5;
    return whole ? Math.round(value * share) : Math.round(value * share * 10) / 10;
  }) as PackFacts;
  return { energy, protein, fat, carbohydrate, sugar: Math.min(sugar, carbohydrate), sodium };
}
