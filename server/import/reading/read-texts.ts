/**
 * Reads a product's longer texts in both languages: ingredients, allergens, storage, origin, nutrition, halal
 * certificate. Pure.
 */
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import { InvalidCell, lineCell, proseCell } from './cells.ts';
import type { Column } from './columns.ts';
import { partsOf, plain, splitAt } from './lists.ts';
import type { Cell } from './row-cells.ts';

const MAX_PARTS = 100;

function listOf(text: string): string[] {
  const parts = partsOf(text).map((part) => lineCell(plain(part)));
  if (parts.length > MAX_PARTS) throw new InvalidCell(`has more than ${MAX_PARTS} parts`);
  return parts;
}

/** `Energy: 512 kcal; Protein: 2.1 g`. */
function nutritionOf(text: string): { name: string; amount: string }[] {
  const parts = partsOf(text).map((part) => {
    const [name = '', amount = '', ...rest] = splitAt(part, ':');
    if (rest.length > 0 || plain(amount) === '')
      throw new InvalidCell(`"${part}" is not an amount such as Energy: 512 kcal`);
    return { name: lineCell(plain(name)), amount: lineCell(plain(amount)) };
  });
  if (parts.length > MAX_PARTS) throw new InvalidCell(`has more than ${MAX_PARTS} parts`);
  return parts;
}

const COLUMNS = {
  ingredients: ['ingredients', 'ingredientsZh'],
  allergens: ['allergens', 'allergensZh'],
  storage: ['storage', 'storageZh'],
  origin: ['origin', 'originZh'],
  nutrition: ['nutrition', 'nutritionZh'],
  halal_certificate: ['halalCertificate', 'halalCertificateZh'],
} as const satisfies Record<keyof ProductTexts, readonly [Column, Column]>;

function textsIn(cell: Cell, lang: 0 | 1): ProductTexts {
  return {
    ingredients: cell.ifThere(COLUMNS.ingredients[lang], proseCell),
    allergens: cell.ifThere(COLUMNS.allergens[lang], listOf),
    storage: cell.ifThere(COLUMNS.storage[lang], proseCell),
    origin: cell.ifThere(COLUMNS.origin[lang], lineCell),
    nutrition: cell.ifThere(COLUMNS.nutrition[lang], nutritionOf),
    halal_certificate: cell.ifThere(COLUMNS.halal_certificate[lang], lineCell),
  };
}

export const readTexts = (cell: Cell): { texts: ProductTexts; texts_zh: ProductTexts } => ({
  texts: textsIn(cell, 0),
  texts_zh: textsIn(cell, 1),
});

/** Merges the file's texts over the shop's and drops empty ones. */
export function mergeTexts(file: ProductTexts, shop: ProductTexts | null | undefined): ProductTexts {
  const given = Object.entries(file).filter(([, text]) => text !== undefined);
  const merged: ProductTexts = { ...shop, ...Object.fromEntries(given) };
  return Object.fromEntries(Object.entries(merged).filter(([, text]) => text !== undefined && text.length > 0));
}
