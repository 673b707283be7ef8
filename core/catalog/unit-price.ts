/** The price by which packs of different sizes compare, and how it stands on the shelf. All amounts in sen. */
import type { Lang } from '../lang.ts';
import { word } from '../messages/words.ts';
import { formatMoney, type Sen } from '../money.ts';

/** How much one piece holds, as printed on the pack. */
export type PackSize = { amount: number; unit: 'g' | 'ml' | 'pc' };

/** Price by which packs of different sizes compare. */
export type UnitPrice = { sen: Sen; per: '100 g' | '100 ml' | 'pc' };

const UNIT_BASE = {
  g: { base: 100, per: '100 g' },
  ml: { base: 100, per: '100 ml' },
  pc: { base: 1, per: 'pc' },
} as const;

/** Price of 100 g, 100 ml or one of several pieces, to the nearest sen; null where it would say nothing new. */
export function unitPrice(price: Sen, { amount, unit }: PackSize): UnitPrice | null {
  if (amount <= 0 || (unit === 'pc' && amount === 1)) return null;
  const { base, per } = UNIT_BASE[unit];
  return { sen: Math.round((price * base) / amount), per };
}

/** A unit price as it stands on the shelf: `RM4.08/100 g`. */
export function formatUnitPrice({ sen, per }: UnitPrice, lang: Lang): string {
  return word(lang, `unit_price.${per}`, { price: formatMoney(sen) });
}
