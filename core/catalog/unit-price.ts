/** Unit prices, for comparing packs of different sizes. All amounts in sen. */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';

/** Units that are counted: pieces without a name of their own, packs, sachets, bags, eggs, rolls. */
const COUNTED_UNITS = ['pc', 'pack', 'sachet', 'bag', 'egg', 'roll'] as const;

type CountedUnit = (typeof COUNTED_UNITS)[number];

/** Units of a pack's content. */
export const SIZE_UNITS = ['g', 'ml', ...COUNTED_UNITS] as const;

export type SizeUnit = (typeof SIZE_UNITS)[number];

/** Amounts that unit prices refer to. */
export const UNIT_PRICE_BASES = ['100 g', '100 ml', ...COUNTED_UNITS] as const;

/** The content printed on a pack. */
export type PackSize = { amount: number; unit: SizeUnit };

/** `amount` is how many of `per` a pack holds: 1.2 for 120 g. */
export type UnitPrice = { sen: Sen; per: (typeof UNIT_PRICE_BASES)[number]; amount: number };

/** Returns whether the unit is counted, not weighed or measured. */
export const isCounted = (unit: SizeUnit): unit is CountedUnit => unit !== 'g' && unit !== 'ml';

/**
 * Computes the price of 100 g, 100 ml or one of several pieces, rounded to a sen; null for a single piece or no
 * amount.
 */
export function computeUnitPrice(price: Sen, { amount, unit }: PackSize): UnitPrice | null {
  if (amount <= 0 || (isCounted(unit) && amount === 1)) return null;
  const content = isCounted(unit) ? { per: unit, amount } : { per: `100 ${unit}` as const, amount: amount / 100 };
  return { ...content, sen: computeUnitPriceAt(price, content) };
}

/** Computes the unit price of a pack at another price, such as that of a tier. */
export const computeUnitPriceAt = (price: Sen, { amount }: Pick<UnitPrice, 'amount'>): Sen =>
  Math.round(price / amount);

/** The measure word of a size in Chinese: 条 of 12条. */
const MEASURE_WORD = /^\d+ ?(\p{Script=Han})$/u;

/**
 * Formats a unit price: `RM4.08/100 g`. A Chinese price per piece takes the measure word of `size`, the pack's size in
 * words: `RM1.08/条`.
 */
export function formatUnitPrice(
  { sen, per }: Pick<UnitPrice, 'sen' | 'per'>,
  lang: Lang,
  size: string | null = null,
): string {
  const measure = per === 'pc' && lang === 'zh' ? MEASURE_WORD.exec(size ?? '')?.[1] : undefined;
  if (measure !== undefined) return `${formatMoney(sen)}/${measure}`;
  return word(lang, `unit_price.${per}`, { price: formatMoney(sen) });
}
