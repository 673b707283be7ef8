/** Resolves the items of bundles among the shop's products and the file's. */
import type { Db } from '../../db/database.ts';
import type { ProductDraft, ShopProduct } from '../columns/product-file.ts';
import type { DraftBundleItem } from '../columns/product-values.ts';
import { itemProducts } from './shop-products.sql.ts';
import { stagedByHandle } from './staged-drafts.sql.ts';

/** A product that can be an item of a bundle. A product or option that a dry run would create has the id −1. */
type ItemProduct = {
  product_id: number;
  hasOptions: boolean;
  is_bundle: boolean;
  options: { id: number; sku: string | null; title: string }[];
};
type ItemProducts = Map<string, ItemProduct>;

/** Builds the product of a draft, with the ids −1. */
const toItemProduct = (draft: ProductDraft): ItemProduct => ({
  product_id: -1,
  hasOptions: draft.has_options,
  is_bundle: (draft.bundle_items?.length ?? 0) > 0,
  options: draft.variants.map((variant) => ({ id: -1, sku: variant.sku, title: variant.title ?? '' })),
});

/** Loads the products that these bundles name. `staged` is the import whose drafts are not written yet, or null. */
export async function loadItemProducts(
  db: Db,
  drafts: readonly ProductDraft[],
  staged: string | null,
): Promise<ItemProducts> {
  const handles = [...new Set(drafts.flatMap((draft) => (draft.bundle_items ?? []).map((item) => item.handle)))];
  const products: ItemProducts = new Map();
  if (handles.length === 0) return products;
  for (const { slug, product_id, type, is_bundle, options } of await db.rows(itemProducts, [handles])) {
    products.set(slug, { product_id, hasOptions: type === 'variable', is_bundle, options });
  }
  if (staged === null) return products;
  for (const { draft } of await db.rows(stagedByHandle, [staged, handles])) {
    const product = toItemProduct(draft);
    const inShop = products.get(draft.handle);
    const optionId = (option: ItemProduct['options'][number]) =>
      inShop?.options.find((each) => each.sku === option.sku || each.title === option.title)?.id;
    products.set(draft.handle, {
      ...product,
      product_id: inShop?.product_id ?? -1,
      options: product.options.map((option) => ({ ...option, id: optionId(option) ?? -1 })),
    });
  }
  return products;
}

function resolveBundleItem(item: DraftBundleItem, products: ItemProducts): ShopProduct['parts'][number] | string {
  const product = products.get(item.handle);
  if (product === undefined) return `names "${item.handle}", which neither the shop nor the file has`;
  if (product.is_bundle) return `names "${item.handle}", which is a bundle itself`;
  const whole = { product_id: product.product_id, option_id: null, quantity: item.quantity };
  if (!product.hasOptions) return item.option === null ? whole : `names an option of "${item.handle}", which has none`;
  if (item.option === null) return `must name an option of "${item.handle}", such as ${item.handle}/SKU`;
  const option =
    product.options.find((each) => each.sku === item.option) ??
    product.options.find((each) => each.title === item.option);
  return option ? { ...whole, option_id: option.id } : `names "${item.option}", which "${item.handle}" does not have`;
}

/** Resolves a bundle's items, or returns the reason why it cannot. */
export function resolveBundleItems(
  items: readonly DraftBundleItem[],
  products: ItemProducts,
): ShopProduct['parts'] | { reason: string } {
  const resolved = items.map((item) => resolveBundleItem(item, products));
  const wrong = resolved.find((each) => typeof each === 'string');
  if (wrong !== undefined) return { reason: `Bundle Items ${wrong}` };
  return resolved.filter((each) => typeof each !== 'string');
}
