/** Values as cells that the import reads back as they were. Pure. */
import type { ProductTexts } from '../catalog/products/products.sql.ts';
import type { DraftPart } from './draft.ts';
import type { ShopProduct } from './import.sql.ts';
import { escaped, joined } from './lists.ts';

/** A cell of RFC 4180. */
export const csvCell = (text: string): string => (/[",\n\r;\t]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front, which the import takes away again. Line
 * ends become the one that the import knows.
 */
export function guarded(text: string | null | undefined): string {
  const even = (text ?? '').replace(/\r\n?/g, '\n');
  return /^'*[=+\-@\t]/.test(even) ? `'${even}` : even;
}

/** A name: what the import would take for an entity of HTML is written as one. */
export const nameOut = (name: string | null | undefined): string =>
  guarded(name?.replace(/&(?=(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);)/gi, '&amp;'));

/** A SKU, of which the import takes one apostrophe away. */
export const skuOut = (sku: string | null): string => (sku?.startsWith("'") ? `'${sku}` : guarded(sku));

/** A price in plain ringgit; whole sen, no floats. */
export const priceOut = (sen: number): string => `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`;

const UNITS = { g: 'g', ml: 'ml', pc: 'pcs' } as const;

/** `250 g`; empty where there is no amount. */
export const amountOut = (amount: number | null, unit: 'g' | 'ml' | 'pc' | null): string =>
  amount === null || unit === null ? '' : `${amount} ${UNITS[unit]}`;

export const flagOut = (flag: boolean): string => (flag ? 'TRUE' : 'FALSE');

/** Limits, where there are any. */
export const countOut = (count: number, none: number): string => (count === none ? '' : String(count));

type Sales = ShopProduct['sales'];

/** The four cells of a variant's sales. */
export function salesOut(sales: Sales) {
  if (sales.length === 0) return { salePrice: '', saleStartsAt: '', saleEndsAt: '', deal: '' };
  const all = (of: (sale: Sales[number]) => string) => joined(sales.map(of));
  return {
    salePrice: all((sale) => priceOut(sale.sale_price)),
    saleStartsAt: all((sale) => sale.starts_at),
    saleEndsAt: all((sale) => sale.ends_at ?? ''),
    deal: all((sale) => flagOut(sale.is_deal)),
  };
}

/** `mango-fizz:2; coffee/OL-WC-10C:1`. */
export const bundleOut = (parts: readonly DraftPart[]): string =>
  joined(
    parts.map(({ handle, option, quantity }) => {
      return `${handle}${option === null ? '' : `/${escaped(option)}`}:${quantity}`;
    }),
  );

/** `hampers:3@2026-12-01T00:00:00.000Z/`. */
export const placesOut = (places: ShopProduct['places']): string =>
  joined(
    places.map(({ collection_key, position, starts_at, ends_at }) => {
      const span = starts_at === null && ends_at === null ? '' : `@${starts_at ?? ''}/${ends_at ?? ''}`;
      return `${escaped(collection_key)}:${position}${span}`;
    }),
  );

const TEXT_COLUMNS = ['ingredients', 'allergens', 'storage', 'origin', 'nutrition', 'halalCertificate'] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];

/** The six cells of a language's longer texts. */
export function textsOut(texts: ProductTexts | null): Record<TextColumn, string> {
  const { ingredients, allergens = [], storage, origin, nutrition = [], halal_certificate } = texts ?? {};
  return {
    ingredients: guarded(ingredients),
    allergens: guarded(joined(allergens.map(escaped))),
    storage: guarded(storage),
    origin: guarded(origin),
    nutrition: guarded(joined(nutrition.map(({ name, amount }) => `${escaped(name)}: ${escaped(amount)}`))),
    halalCertificate: guarded(halal_certificate),
  };
}
