/**
 * Builds a product's listing row: document, sort keys, pinyin. Imported only by writers, since the pinyin dictionary
 * is large. Pure.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';
import type { Statement } from '../../db/database.ts';
import { capGroupPrices, listBundleSales } from '../sales/bundle-sales.ts';
import { toPinyin } from '../search/chinese/pinyin.ts';
import type { categoryTree } from './listing.sql.ts';
import type { ListingDoc, ListingRef } from './listing-document.ts';
import { chooseOptionPicture, choosePackKind, chooseProductPicture, type ListingSource } from './pack-pictures.ts';
import { buildChineseKey, buildEnglishKey } from './sort-key.ts';

type CategoryNode = typeof categoryTree extends Statement<infer Row> ? Row : never;

/** Categories by id. */
export type CategoryNodes = ReadonlyMap<number, CategoryNode>;

/** Returns a category's path from the root. */
function traceCategoryPath(tree: CategoryNodes, id: number): CategoryNode[] {
  const path: CategoryNode[] = [];
  for (let next = tree.get(id); next; next = next.parent_id === null ? undefined : tree.get(next.parent_id)) {
    path.unshift(next);
  }
  return path;
}

/** Returns the kind of pack that is drawn for a product without a picture. */
export function readPackKind(source: Pick<ListingSource, 'category_id'>, tree: CategoryNodes): Backdrop {
  const path = traceCategoryPath(tree, source.category_id);
  return choosePackKind(
    path.at(-1)?.stage ?? 'pantry',
    path.map(({ name_en }) => name_en),
  );
}

/** Returns the main category's path first, then further categories with their ancestors, each once. */
function listCategories(tree: CategoryNodes, source: ListingSource): { path: CategoryNode[]; all: CategoryNode[] } {
  const path = traceCategoryPath(tree, source.category_id);
  const all = new Map(path.map((category) => [category.id, category]));
  for (const id of source.category_ids)
    for (const category of traceCategoryPath(tree, id)) all.set(category.id, category);
  return { path, all: [...all.values()] };
}

/** Returns the frozen categories of a bundle's items, without the bundle's own (docs/readings.md#54). */
function listFrozenParts(
  tree: CategoryNodes,
  { bundle_items, frozen_categories }: ListingSource,
  own: readonly CategoryNode[],
): CategoryNode[] {
  const ids = bundle_items.flatMap(({ category_ids }) => category_ids);
  const ofItems = new Set(ids.flatMap((id) => traceCategoryPath(tree, id)));
  return [...ofItems].filter((each) => frozen_categories.includes(each.slug) && !own.includes(each));
}

const toRef = ({ id, slug, name_en, name_zh }: CategoryNode): ListingRef => ({
  id,
  slug,
  name: { en: name_en, zh: name_zh },
});

function toListingDoc(source: ListingSource, tree: CategoryNodes): ListingDoc {
  const { path, all } = listCategories(tree, source);
  const kind = readPackKind(source, tree);
  const refs = all.map(toRef);
  return {
    slug: source.slug,
    type: source.type,
    name: source.name,
    title: source.title,
    variant: source.variant,
    stage: path.at(-1)?.stage ?? 'pantry',
    image: chooseProductPicture(source, kind),
    price: source.price,
    size: source.size,
    min_sale_qty: source.min_sale_qty,
    max_sale_qty: source.max_sale_qty,
    weight: source.weight,
    bulky: source.bulky,
    tier_prices: source.tier_prices,
    group_prices: capGroupPrices(source.price, source.group_prices, source.bundle_items, source.bundle_saving_percent),
    sales: [...source.sales, ...listBundleSales(source.price, source.bundle_items, source.bundle_saving_percent)],
    brand: source.brand,
    categories: refs,
    path_length: path.length,
    tags: source.tags,
    dietary: source.dietary,
    options: source.options.map((option) => ({ ...option, image: chooseOptionPicture(source, option, kind) })),
    inventory: source.inventory,
    parts: source.bundle_items.map(({ inventory, quantity }) => ({ inventory, quantity })),
    ...(source.bundle_items.length > 0 && { frozen_parts: listFrozenParts(tree, source, all).map(toRef) }),
    sounds: toPinyin([
      source.name.zh,
      ...source.options.map((option) => option.title.zh),
      ...refs.map((category) => category.name.zh),
    ]),
  };
}

function listStockIds(source: ListingSource): number[] {
  const ids = [
    source.inventory,
    ...source.options.map((option) => option.inventory),
    ...source.bundle_items.map((item) => item.inventory),
  ];
  return ids.filter((id) => id !== null);
}

/** Builds the columns that come from texts and labels; SQL adds prices and stock. */
export function buildListingRow(source: ListingSource, tree: CategoryNodes) {
  const doc = toListingDoc(source, tree);
  return {
    product_id: source.id,
    slug: source.slug,
    type: source.type,
    doc,
    stock_ids: listStockIds(source),
    is_bundle: source.bundle_items.length > 0,
    brand_id: source.brand?.id ?? null,
    category_ids: doc.categories.map((category) => category.id),
    tag_slugs: doc.tags.map((tag) => tag.slug),
    dietary_slugs: doc.dietary.map((dietary) => dietary.slug),
    name_key_en: buildEnglishKey(source.name.en),
    name_key_zh: buildChineseKey(source.name.zh ?? source.name.en),
    names: [source.name.en, source.name.zh ?? ''].join('\n').normalize('NFKC').toLowerCase(),
    featured: source.featured,
    sales_count: source.sales_count,
    orders_count: source.orders_count,
    created_at: source.created_at,
  };
}
