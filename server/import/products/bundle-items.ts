/** Resolves the items of bundles among the shop's products and the file's, and finds bundles that lose an item. */
import * as v from 'valibot';
import { type Db, statement } from '../../db/database.ts';
import type { MergedProduct, ProductDraft, ShopProduct } from '../columns/product-file.ts';
import type { DraftBundleItem } from '../columns/product-values.ts';
import { itemProducts } from './shop-products.sql.ts';
import { stagedByHandle } from './staged-drafts.sql.ts';

/** A product that can be an item of a bundle. A product or option that a dry run would create has the id −1. */
type ItemProduct = {
  product_id: number;
  hasOptions: boolean;
  is_bundle: boolean;
  options: { id: number; sku: string | null; title: string; is_active: boolean }[];
};
type ItemProducts = Map<string, ItemProduct>;

/** Builds the product of a draft, with the ids −1. */
const toItemProduct = (draft: ProductDraft): ItemProduct => ({
  product_id: -1,
  hasOptions: draft.has_options,
  is_bundle: (draft.bundle_items?.length ?? 0) > 0,
  options: draft.variants.map((variant) => ({ id: -1, sku: variant.sku, title: variant.title ?? '', is_active: true })),
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
  const sold = product.options.filter((each) => each.is_active);
  const option = sold.find((each) => each.sku === item.option) ?? sold.find((each) => each.title === item.option);
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

/**
 * Finds the bundles of the shop that name one of these options, or one of these products without an option, except
 * those that the import changes itself. Values: import, ids of options, ids of products.
 */
const bundlesOfItems = statement(
  'import.bundlesOfItems',
  v.object({ bundle: v.string(), product_id: v.number(), option: v.nullable(v.string()) }),
  `select bundle.slug as bundle, b.product_id, o.title_en as option
   from bundle_items b join products bundle on bundle.id = b.bundle_id
     left join variation_options o on o.id = b.variation_option_id
   where (b.variation_option_id = any ($2::bigint[])
       or b.variation_option_id is null and b.product_id = any ($3::bigint[]))
     and not exists (select 1 from import_drafts d
       where d.import_id = $1 and d.handle = bundle.slug and d.draft -> 'bundle_items' is not null)
   order by bundle.slug, b.position`,
);

type Update = { after: MergedProduct; before: ShopProduct | null };

/** Lists what bundles of the shop lose with these updates: the handle of the updated product and a reason. */
export async function listLostItems(
  db: Db,
  importId: string,
  updates: readonly Update[],
): Promise<{ handle: string; reason: string }[]> {
  const handles = new Map(updates.flatMap(({ after, before }) => (before ? [[before.id, after.slug] as const] : [])));
  const droppedOptions = updates.flatMap(({ after, before }) => {
    const sold = new Set(after.options.flatMap(({ id, is_active }) => (is_active ? (id ?? []) : [])));
    return (before?.options ?? []).flatMap(({ id, is_active }) => (is_active && !sold.has(id) ? id : []));
  });
  const newlyVariable = updates.flatMap(({ after, before }) =>
    before !== null && before.type !== 'variable' && after.type === 'variable' ? before.id : [],
  );
  if (droppedOptions.length + newlyVariable.length === 0) return [];
  const lost = await db.rows(bundlesOfItems, [importId, droppedOptions, newlyVariable]);
  return lost.map(({ bundle, product_id, option }) => {
    const what =
      option === null
        ? `has options now, of which the bundle "${bundle}" names none`
        : `no longer has the option "${option}", which the bundle "${bundle}" names`;
    return { handle: handles.get(product_id) ?? '', reason: `${what}: please change its Bundle Items` };
  });
}
