/** Presents products, categories, brands and facets as the contract's responses, in sen and Dates. */

import type { Brand, Category, Facets, ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeDiscountPercent } from '@shop/core/catalog/discount';
import { computeCurrentPrice } from '@shop/core/catalog/price';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { computeUnitPrice } from '@shop/core/catalog/unit-price';
import { inLang, type Lang, textIn } from '@shop/core/lang';
import { type Ctx, limitCacheUntil } from '../context.ts';
import { imageUrls } from '../media/image-urls.ts';
import type { ListingRow } from './catalog.sql.ts';
import type { CatalogFacets } from './index/facets.ts';
import type { BrandRow, CategoryRow, LabelRow } from './index/labels.ts';
import type {
  Bilingual,
  ListingBundleItem,
  ListingDoc,
  ListingOption,
  ListingRef,
} from './listing/listing-document.ts';
import { type StockRow, unitsAvailable } from './listing/offers.ts';
import { findNextSaleChange, readListedPrices } from './sales/running-sale.ts';

const NEW_FOR_MS = 30 * 86_400_000;

const localize = (lang: Lang, text: Bilingual): string => textIn(lang, text.en, text.zh);

/** Presents a category, tag or dietary need in the requested language. */
export const presentRef = (lang: Lang, ref: ListingRef) => ({
  id: String(ref.id),
  name: localize(lang, ref.name),
  slug: ref.slug,
});

type ListedInventory = NonNullable<ProductRow['inventory']>;
/** Stock rows by id. */
type StockById = ReadonlyMap<number, StockRow>;

function indexStock(stock: ListingRow['stock']): StockById {
  const rows = (stock ?? []).map(([inventory_id, quantity, min_qty, is_continuous_selling]): [number, StockRow] => {
    return [inventory_id, { inventory_id, per_unit: 1, quantity, min_qty, is_continuous_selling }];
  });
  return new Map(rows);
}

function toInventory(stock: StockById, id: number | null): ListedInventory | null {
  const row = id === null ? undefined : stock.get(id);
  if (row === undefined) return null;
  return { quantity: row.quantity, min_qty: row.min_qty, is_continuous_selling: row.is_continuous_selling };
}

/**
 * Derives a bundle's inventory: its quantity is limited by the scarcest item (docs/readings.md#30), with no `min_qty`
 * of its own. If every item sells without stock, so does the bundle, and the quantity is the stock on hand.
 */
function deriveBundleInventory(stock: StockById, items: readonly ListingBundleItem[]): ListedInventory {
  const rows = items.map((item): StockRow | null => {
    const row = item.inventory === null ? undefined : stock.get(item.inventory);
    return row === undefined ? null : { ...row, per_unit: item.quantity };
  });
  const existingRows = rows.filter((row) => row !== null);
  if (existingRows.length < rows.length) return { quantity: 0, min_qty: 0, is_continuous_selling: false };
  const units = unitsAvailable(existingRows);
  if (Number.isFinite(units)) return { quantity: units, min_qty: 0, is_continuous_selling: false };
  const onHand = unitsAvailable(existingRows.map((row) => ({ ...row, is_continuous_selling: false })));
  return { quantity: onHand, min_qty: 0, is_continuous_selling: true };
}

/** Presents the current prices of a product or option, with its price by weight or volume. */
function presentPrices(ctx: Ctx, doc: ListingDoc, option: ListingOption | null) {
  const { group_prices, ...prices } = readListedPrices(doc, option, ctx.now);
  const { size } = option ?? doc;
  const perUnit = size === null ? null : computeUnitPrice(computeCurrentPrice(prices), size);
  return {
    ...prices,
    group_price: (ctx.priceGroup === null ? undefined : group_prices[ctx.priceGroup]) ?? null,
    unit_price: perUnit === null ? null : { price: perUnit.sen, per: perUnit.per, amount: perUnit.amount },
  };
}

function presentOption(ctx: Ctx, doc: ListingDoc, stock: StockById, option: ListingOption): VariationOption {
  const inventory = toInventory(stock, option.inventory);
  return {
    id: String(option.id),
    title: localize(ctx.lang, option.title),
    image: imageUrls(option.image),
    ...presentPrices(ctx, doc, option),
    quantity: inventory?.quantity ?? 0,
    inventory,
  };
}

type PriceFields = Pick<
  VariationOption,
  'price' | 'sale_price' | 'sale_ends_at' | 'unit_price' | 'group_price' | 'tier_prices'
>;

/** Picks the option with the lowest price today, the first of equals: a variable product shows its price. */
function pickCheapest(options: readonly VariationOption[]): PriceFields | null {
  let least: VariationOption | null = null;
  for (const option of options)
    if (least === null || computeCurrentPrice(option) < computeCurrentPrice(least)) least = option;
  return least;
}

/** Returns whether no unit of the product, or of any of its options, can be bought. */
function isRowOutOfStock({ doc, stock: rows }: ListingRow): boolean {
  const stock = indexStock(rows);
  const inventory = doc.parts.length > 0 ? deriveBundleInventory(stock, doc.parts) : toInventory(stock, doc.inventory);
  const options = doc.options.map((option) => {
    const own = toInventory(stock, option.inventory);
    return { id: String(option.id), quantity: own?.quantity ?? 0, inventory: own };
  });
  return isOutOfStock({ quantity: inventory?.quantity ?? 0, inventory, variation_options: options });
}

/** Moves sold-out products to the end (docs/ux.md#rule-17); both groups stay in their order. */
export function sortSoldOutLast(rows: readonly ListingRow[]): ListingRow[] {
  const soldOut = new Set(rows.filter(isRowOutOfStock));
  return [...rows.filter((row) => !soldOut.has(row)), ...soldOut];
}

function addCacheTags(ctx: Ctx, row: ListingRow): void {
  ctx.cacheTags.products.add(row.product_id);
  limitCacheUntil(ctx.cacheTags, findNextSaleChange(row.doc.sales, ctx.now));
  const newUntil = new Date(row.created_at.getTime() + NEW_FOR_MS);
  if (newUntil > ctx.now) limitCacheUntil(ctx.cacheTags, newUntil);
}

/**
 * Presents a product for a list. A variable product has the price of its cheapest option, the sum of its options'
 * quantities, and no inventory of its own: each option has one.
 */
export function presentRow(ctx: Ctx, row: ListingRow): ProductRow {
  addCacheTags(ctx, row);
  const { doc } = row;
  const { lang } = ctx;
  const stock = indexStock(row.stock);
  const options = doc.options.map((option) => presentOption(ctx, doc, stock, option));
  const isBundle = doc.parts.length > 0;
  const inventory = isBundle ? deriveBundleInventory(stock, doc.parts) : toInventory(stock, doc.inventory);
  const quantity =
    options.length > 0 ? options.reduce((sum, option) => sum + option.quantity, 0) : (inventory?.quantity ?? 0);
  const prices = pickCheapest(options) ?? presentPrices(ctx, doc, null);
  const name = inLang(lang, doc.name.en, doc.name.zh);
  return {
    id: String(row.product_id),
    slug: doc.slug,
    name: name.text,
    text_lang: name.lang,
    title: localize(lang, doc.title),
    variant: doc.variant === null ? null : localize(lang, doc.variant),
    type: doc.type,
    image: imageUrls(doc.image),
    stage: doc.stage,
    price: prices.price,
    sale_price: prices.sale_price,
    sale_ends_at: prices.sale_ends_at,
    group_price: prices.group_price,
    tier_prices: prices.tier_prices,
    discount_percent: computeDiscountPercent(prices.price, computeCurrentPrice(prices)),
    unit_price: prices.unit_price,
    quantity,
    inventory,
    min_sale_qty: doc.min_sale_qty,
    max_sale_qty: doc.max_sale_qty,
    out_of_stock: isOutOfStock({ quantity, inventory, variation_options: options }),
    bulky: doc.bulky,
    is_bundle: isBundle,
    is_new: ctx.now.getTime() - row.created_at.getTime() < NEW_FOR_MS,
    brand: doc.brand === null ? null : { ...doc.brand, id: String(doc.brand.id) },
    categories: [...doc.categories, ...(doc.frozen_parts ?? [])].map((category) => presentRef(lang, category)),
    tags: doc.tags.map((tag) => presentRef(lang, tag)),
    dietary: doc.dietary.map((dietary) => presentRef(lang, dietary)),
    variation_options: options,
  };
}

/** Presents a category with its ancestors' slugs, which links need. */
export function presentCategory(
  lang: Lang,
  row: CategoryRow,
  tree: ReadonlyMap<number, CategoryRow>,
  products_count: number,
  /** Hashes of pictures by id of the categories without one of their own. */
  pictures: ReadonlyMap<number, string> = new Map(),
): Category {
  const ancestors: CategoryRow[] = [];
  let above = row.parent_id === null ? undefined : tree.get(row.parent_id);
  while (above !== undefined) {
    ancestors.unshift(above);
    above = above.parent_id === null ? undefined : tree.get(above.parent_id);
  }
  const parent = ancestors.at(-1);
  return {
    id: String(row.id),
    slug: row.slug,
    name: textIn(lang, row.name_en, row.name_zh),
    parent: parent
      ? { id: String(parent.id), name: textIn(lang, parent.name_en, parent.name_zh), slug: parent.slug }
      : null,
    ancestors: ancestors.map((category) => category.slug),
    stage: row.stage,
    image: imageUrls(pictures.get(row.id) ?? row.image_hash),
    show_in_brand: row.show_in_brand,
    show_in_sidemenu: row.show_in_sidemenu,
    show_in_footer: row.show_in_footer,
    products_count,
  };
}

/** Presents a brand; its name is the same in every language. */
export function presentBrand(lang: Lang, row: BrandRow, products_count: number): Brand {
  return {
    id: String(row.id),
    slug: row.slug,
    name: row.name,
    local_name: lang === 'zh' ? row.name_zh : null,
    image: imageUrls(row.image_hash),
    products_count,
  };
}

export function presentFacets(lang: Lang, facets: CatalogFacets): Facets {
  const toRef = (row: CategoryRow | LabelRow) =>
    presentRef(lang, { ...row, name: { en: row.name_en, zh: row.name_zh } });
  return {
    ...facets,
    brands: facets.brands.map(({ brand: { id, slug, name }, count }) => ({ id: String(id), slug, name, count })),
    categories: facets.categories.map(({ category, parent_slug, count }) => {
      return { ...toRef(category), parent: parent_slug, count };
    }),
    dietary: facets.dietary.map(({ need, count }) => ({ ...toRef(need), count })),
  };
}
