/** A product as it should become, merged from the file's values and the shop's. */
import type { References } from '../labels/references.ts';
import type { ShopProduct } from './shop-products.sql.ts';

export type Option = ShopProduct['options'][number];
export type Sale = ShopProduct['sales'][number];
/** An option to write; a new one has no id. */
export type MergedOption = Omit<Option, 'id'> & { id: number | null };
export type MergedProduct = Omit<ShopProduct, 'id' | 'options'> & { id: number | null; options: MergedOption[] };

export type MergeContext = {
  references: References;
  /** Picture URL → image hash. */
  pictures: ReadonlyMap<string, string>;
  /** Empty for a product that is not a bundle. */
  parts: ShopProduct['parts'];
  /** ISO 8601. */
  now: string;
};

/** The file's value, otherwise the shop's, otherwise the default. */
export const fileOrShop = <T>(fromFile: T | undefined, fromShop: T | undefined, otherwise: T): T =>
  fromFile ?? fromShop ?? otherwise;
/** As `fileOrShop`, for a value that may be null: null clears it, undefined keeps the shop's. */
export const fileOrShopOrNull = <T>(fromFile: T | null | undefined, fromShop: T | null | undefined): T | null =>
  fromFile === undefined ? (fromShop ?? null) : fromFile;
