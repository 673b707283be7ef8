/** Writes values as cells that the import reads back unchanged. Pure. */
import type { SizeUnit } from '@shop/core/catalog/unit-price';
import type { ProductTexts } from '../../catalog/products/products.sql.ts';
import type { ShopProduct } from '../products/shop-products.sql.ts';
import type { DraftPart } from '../reading/draft.ts';
import { escaped, joined } from '../reading/lists.ts';

/** Quotes a cell by RFC 4180. */
export const csvCell = (text: string): string => (/[",\n\r;\t]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

/**
 * Puts an apostrophe in front of texts that a spreadsheet would run as a formula (the import removes it), and
 * normalizes line ends.
 */
export function guarded(text: string | null | undefined): string {
  const even = (text ?? '').replace(/\r\n?/g, '\n');
  return /^'*[=+\-@\t]/.test(even) ? `'${even}` : even;
}

/** Escapes text that the import would read as an HTML entity. */
export const escapeEntities = (name: string): string =>
  name.replace(/&(?=(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);)/gi, '&amp;');

export const formatName = (name: string | null | undefined): string => guarded(escapeEntities(name ?? ''));

/** Adds an apostrophe to a SKU that begins with one: the import removes one. */
export const formatSku = (sku: string | null): string => (sku?.startsWith("'") ? `'${sku}` : guarded(sku));

/** Writes a barcode so that a spreadsheet keeps leading zeros and all its digits. */
export const formatBarcode = (barcode: string | null): string => (barcode === null ? '' : `'${barcode}`);

/** Writes sen as ringgit, without floats. */
export const formatPrice = (sen: number): string => `${Math.floor(sen / 100)}.${String(sen % 100).padStart(2, '0')}`;

const UNITS: Readonly<Record<SizeUnit, string>> = {
  g: 'g',
  ml: 'ml',
  pc: 'pcs',
  pack: 'packs',
  sachet: 'sachets',
  bag: 'bags',
  egg: 'eggs',
  roll: 'rolls',
};

/** Writes `250 g`; empty without an amount. */
export const formatAmount = (amount: number | null, unit: SizeUnit | null): string =>
  amount === null || unit === null ? '' : `${amount} ${UNITS[unit]}`;

export const formatFlag = (flag: boolean): string => (flag ? 'TRUE' : 'FALSE');

/** Writes a number; empty for the column's default `none`. */
export const formatCount = (count: number, none: number): string => (count === none ? '' : String(count));

type Sales = ShopProduct['sales'];

export function formatSales(sales: Sales) {
  if (sales.length === 0) return { salePrice: '', saleStartsAt: '', saleEndsAt: '', deal: '' };
  const all = (of: (sale: Sales[number]) => string) => joined(sales.map(of));
  return {
    salePrice: all((sale) => formatPrice(sale.sale_price)),
    saleStartsAt: all((sale) => sale.starts_at),
    saleEndsAt: all((sale) => sale.ends_at ?? ''),
    deal: all((sale) => formatFlag(sale.is_deal)),
  };
}

/** Writes a bundle's parts: `mango-fizz:2; coffee/OL-WC-10C:1`. */
export const formatBundle = (parts: readonly DraftPart[]): string =>
  joined(
    parts.map(({ handle, option, quantity }) => {
      return `${handle}${option === null ? '' : `/${escaped(option)}`}:${quantity}`;
    }),
  );

/** Writes places in collections: `hampers:3@2026-12-01T00:00:00.000Z/`. */
export const formatPlaces = (places: ShopProduct['places']): string =>
  joined(
    places.map(({ collection_key, position, starts_at, ends_at }) => {
      const span = starts_at === null && ends_at === null ? '' : `@${starts_at ?? ''}/${ends_at ?? ''}`;
      return `${escaped(collection_key)}:${position}${span}`;
    }),
  );

const TEXT_COLUMNS = ['ingredients', 'allergens', 'storage', 'origin', 'nutrition', 'halalCertificate'] as const;
type TextColumn = (typeof TEXT_COLUMNS)[number];

export function formatTexts(texts: ProductTexts | null): Record<TextColumn, string> {
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
