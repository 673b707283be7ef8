/** Unit prices, for comparing packs of different sizes. All amounts in sen. */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';

/** The content printed on a pack. */
export type PackSize = { amount: number; unit: 'g' | 'ml' | 'pc' };

export type UnitPrice = { sen: Sen; per: '100 g' | '100 ml' | 'pc' };

const UNIT_BASE = {
  g: { base: 100, per: '100 g' },
  ml: { base: 100, per: '100 ml' },
  pc: { base: 1, per: 'pc' },
} as const;

/** Calculates the price of 100 g, 100 ml or one of several pieces, rounded to a sen; null for a single piece. */
export function unitPrice(price: Sen, { amount, unit }: PackSize): UnitPrice | null {
  if (amount <= 0 || (unit === 'pc' && amount === 1)) return null;
  const { base, per } = UNIT_BASE[unit];
  return { sen: Math.round((price * base) / amount), per };
}

/** Formats a unit price: `RM4.08/100 g`. */
export function formatUnitPrice({ sen, per }: UnitPrice, lang: Lang): string {
  return word(lang, `unit_price.${per}`, { price: formatMoney(sen) });
}
