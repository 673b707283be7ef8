/** Merges a product's options, their stock and sales. Pure. */

import { isPlaceholder } from '../../media/placeholder-images.ts';
import type { MergeContext } from '../columns/column-kinds.ts';
import {
  type DraftVariant,
  type MergedOption,
  mergeVariantFields,
  type ProductDraft,
  type ShopOption,
  type ShopProduct,
} from '../columns/product-file.ts';
import type { DraftPicture, StoredSale, StoredStock } from '../columns/product-values.ts';

/** Merges a variant's stock; keeps the shop's count if the file has none. */
export function mergeStock(variant: DraftVariant, shop: StoredStock | null | undefined): StoredStock {
  const is_continuous_selling = variant.is_continuous_selling ?? shop?.is_continuous_selling ?? false;
  const quantity = variant.quantity ?? shop?.quantity ?? 0;
  return {
    quantity: is_continuous_selling ? quantity : Math.max(0, quantity),
    min_qty: variant.min_qty ?? shop?.min_qty ?? 0,
    is_continuous_selling,
  };
}

const isCompareAtSale = (sale: StoredSale): boolean => sale.ends_at === null && !sale.is_deal;

/**
 * Merges a variant's sales. Without sale columns, only the sale of a compare-at price (it has no end) is added or
 * removed; sales planned in the shop stay.
 */
export function mergeSales(variant: DraftVariant, shop: readonly StoredSale[], now: string): StoredSale[] {
  const findEqualSale = (sale: Omit<StoredSale, 'starts_at'>) =>
    shop.find((each) => {
      return each.sale_price === sale.sale_price && each.ends_at === sale.ends_at && each.is_deal === sale.is_deal;
    });
  const planned =
    variant.sales?.map((sale) => ({ ...sale, starts_at: sale.starts_at ?? findEqualSale(sale)?.starts_at ?? now })) ??
    shop.filter((sale) => !isCompareAtSale(sale));
  const reduced = { sale_price: variant.sale_price ?? 0, ends_at: null, is_deal: false };
  const open = variant.sale_price === null ? [] : [{ ...reduced, starts_at: findEqualSale(reduced)?.starts_at ?? now }];
  const unique = new Map([...open, ...planned].map((sale) => [`${sale.starts_at} ${sale.is_deal}`, sale]));
  return [...unique.values()].sort((a, b) =>
    a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : Number(a.is_deal) - Number(b.is_deal),
  );
}

export const mergeSize = (variant: DraftVariant, shop: Pick<ShopOption, 'size_amount' | 'size_unit'> | undefined) =>
  variant.size === undefined
    ? { size_amount: shop?.size_amount ?? null, size_unit: shop?.size_unit ?? null }
    : { size_amount: variant.size?.amount ?? null, size_unit: variant.size?.unit ?? null };

/** Finds the shop's option of a variant: by SKU, otherwise by title. */
function findOption(variant: DraftVariant, options: readonly ShopOption[]): ShopOption | undefined {
  const bySku = variant.sku === null ? undefined : options.find((option) => option.sku === variant.sku);
  return bySku ?? options.find((option) => option.title_en === variant.title);
}

export const pictureHash = (picture: DraftPicture | null, pictures: ReadonlyMap<string, string>): string | undefined =>
  picture === null ? undefined : pictures.get(picture.address);

/** Keeps the shop's positions if the options are still in order, otherwise numbers them again. */
function assignPositions(
  fromFile: MergedOption[],
  others: MergedOption[],
  before: readonly ShopOption[],
): MergedOption[] {
  const place = new Map(before.map((option) => [option.id, option.position]));
  const positions = fromFile.map((option) => (option.id === null ? undefined : place.get(option.id)));
  const isInOrder = positions.every(
    (position, i) => position !== undefined && (i === 0 || position > (positions[i - 1] ?? 0)),
  );
  const isUnique = new Set(place.values()).size === before.length;
  if (isInOrder && isUnique)
    return [...fromFile, ...others].map((option) => ({ ...option, position: place.get(option.id ?? 0) ?? 0 }));
  return [...fromFile, ...others].map((option, position) => ({ ...option, position }));
}

/** Merges the options of a draft: those of the file in its order, then those it no longer has. */
export function mergeOptions(
  draft: ProductDraft,
  shop: ShopProduct | null,
  image: string,
  context: MergeContext,
): MergedOption[] {
  const before = shop?.options ?? [];
  const matchedIds = new Set<number>();
  const variants = draft.has_options ? draft.variants : [];
  const fromFile = variants.map((variant): MergedOption => {
    const option = findOption(
      variant,
      before.filter((option) => !matchedIds.has(option.id)),
    );
    if (option) matchedIds.add(option.id);
    const own =
      option && option.image_hash !== shop?.image_hash && !isPlaceholder(option.image_hash) ? option.image_hash : null;
    return {
      id: option?.id ?? null,
      sku: variant.sku,
      position: 0,
      title_en: variant.title ?? 'Default',
      title_zh: variant.title_zh === undefined ? (option?.title_zh ?? null) : variant.title_zh,
      price: variant.price,
      ...mergeVariantFields(variant, option),
      ...mergeSize(variant, option),
      image_hash: pictureHash(variant.image, context.pictures) ?? own ?? image,
      is_active: true,
      stock: mergeStock(variant, option?.stock),
      sales: mergeSales(variant, option?.sales ?? [], context.now),
    };
  });
  // Options missing from the file are no longer sold, unless some of its rows could not be read.
  const others = before
    .filter((option) => !matchedIds.has(option.id))
    .map((option) => ({ ...option, is_active: draft.is_partial && draft.has_options ? option.is_active : false }));
  return assignPositions(fromFile, others, before).sort((a, b) => a.position - b.position);
}

export const listSoldOptions = <Of extends { is_active: boolean }>(options: readonly Of[]): Of[] =>
  options.filter((option) => option.is_active);

export const findCheapest = <Of extends { price: number }>(options: readonly Of[]): Of | undefined =>
  options.toSorted((a, b) => a.price - b.price)[0];

/**
 * Returns the cheapest option's weight and size for the product; keeps the product's own if that option's are
 * unchanged.
 */
export function pickCheapestValues(cheapest: MergedOption | undefined, shop: ShopProduct | null) {
  const before = shop?.type === 'variable' ? findCheapest(listSoldOptions(shop.options)) : undefined;
  const pickValues = (option: MergedOption | ShopOption | undefined) => ({
    weight: option?.weight ?? 0,
    size_amount: option?.size_amount ?? null,
    size_unit: option?.size_unit ?? null,
  });
  const isAsBefore = shop && before && JSON.stringify(pickValues(before)) === JSON.stringify(pickValues(cheapest));
  return isAsBefore
    ? { weight: shop.weight, size_amount: shop.size_amount, size_unit: shop.size_unit }
    : pickValues(cheapest);
}
