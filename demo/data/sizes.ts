/** Builds the sizes of product rows. */
import type { SizeUnit } from '@shop/core/catalog/unit-price';
import type { Size } from './types.ts';

/** `g(120)`: 120 g, 120克. */
export function g(amount: number): Size {
  return { text: { en: `${amount} g`, zh: `${amount}克` }, amount, unit: 'g' };
}

/** `kg(5)`: 5 kg, 5公斤; counted in grams. */
export function kg(amount: number): Size {
  return { text: { en: `${amount} kg`, zh: `${amount}公斤` }, amount: amount * 1000, unit: 'g' };
}

/** `ml(625)`: 625 ml, 625毫升. */
export function ml(amount: number): Size {
  return { text: { en: `${amount} ml`, zh: `${amount}毫升` }, amount, unit: 'ml' };
}

/** `litre(1.5)`: 1.5 L, 1.5公升; counted in millilitres. */
export function litre(amount: number): Size {
  return { text: { en: `${amount} L`, zh: `${amount}公升` }, amount: amount * 1000, unit: 'ml' };
}

/** `pieces(12, 'slices', '片')`: 12 slices, 12片. */
export function pieces(amount: number, en: string, zh: string): Size {
  return { text: { en: `${amount} ${en}`, zh: `${amount}${zh}` }, amount, unit: 'pc' };
}

/** Creates a function that builds sizes in a counted unit: 4 packs, 4包. */
const countedUnit =
  (unit: SizeUnit, zh: string) =>
  (amount: number): Size => ({
    text: { en: `${amount} ${unit}s`, zh: `${amount}${zh}` },
    amount,
    unit,
  });

export const packs = countedUnit('pack', '包');
export const sachets = countedUnit('sachet', '包');
export const bags = countedUnit('bag', '包');
export const eggs = countedUnit('egg', '粒');
export const rolls = countedUnit('roll', '卷');

/** Gives a size its own text: "6×250 ml" for 1,500 ml. */
export function withText(en: string, zh: string, size: Size): Size {
  return { ...size, text: { en, zh } };
}
